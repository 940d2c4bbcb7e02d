/** Brings up the system that a scenario names. */
@NullMarked
package dev.assay.provision.deploy;

import org.jspecify.annotations.NullMarked;
