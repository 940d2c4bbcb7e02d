/** Readings of several rounds, and the tables that show them. */
@NullMarked
package dev.assay.bench.figure;

import org.jspecify.annotations.NullMarked;
