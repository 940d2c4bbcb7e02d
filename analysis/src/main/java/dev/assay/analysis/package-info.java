/** Pure statistics of recorded trials: summaries, curves, verdicts. */
@NullMarked
package dev.assay.analysis;

import org.jspecify.annotations.NullMarked;
