/**
 * How much greater one system, version or variant is than another: ratios of trials within blocks, their intervals, and a word
 * for them.
 */
@NullMarked
package dev.assay.analysis.comparison;

import org.jspecify.annotations.NullMarked;
