/** Decides from a trial's evidence whether its figures can be believed; {@link Rule} has every rule and threshold. */
@NullMarked
package dev.assay.analysis.verdict;

import org.jspecify.annotations.NullMarked;
