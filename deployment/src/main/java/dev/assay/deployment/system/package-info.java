/** Brings up the system that a scenario names. */
@NullMarked
package dev.assay.deployment.system;

import org.jspecify.annotations.NullMarked;
