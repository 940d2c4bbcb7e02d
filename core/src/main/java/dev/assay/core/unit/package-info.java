/** Quantities as types: rates, sizes and durations, with the text people write them in. */
@NullMarked
package dev.assay.core.unit;

import org.jspecify.annotations.NullMarked;
