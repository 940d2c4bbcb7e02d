/** Durability levels, and the faults that put them to the test. */
@NullMarked
package dev.assay.core.durability;

import org.jspecify.annotations.NullMarked;
