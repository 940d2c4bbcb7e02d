/** Durability levels, the faults that put them to the test, and what each level claims about each fault. */
@NullMarked
package dev.assay.core.durability;

import org.jspecify.annotations.NullMarked;
