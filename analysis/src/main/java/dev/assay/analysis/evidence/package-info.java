/** One pass over a stored trial's files: all that figures and verdicts are made of, in memory bounded by phases and metrics. */
@NullMarked
package dev.assay.analysis.evidence;

import org.jspecify.annotations.NullMarked;
