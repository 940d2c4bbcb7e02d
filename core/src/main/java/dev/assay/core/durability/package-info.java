/** Durability levels. */
@NullMarked
package dev.assay.core.durability;

import org.jspecify.annotations.NullMarked;
