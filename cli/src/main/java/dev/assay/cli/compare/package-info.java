/** Comparisons of what runs have measured, and decisions by them. */
@NullMarked
package dev.assay.cli.compare;

import org.jspecify.annotations.NullMarked;
