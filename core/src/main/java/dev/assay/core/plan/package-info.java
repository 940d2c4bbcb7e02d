/** The ordered trials that a scenario asks for. */
@NullMarked
package dev.assay.core.plan;

import org.jspecify.annotations.NullMarked;
