/** Experiments: which trial comes next, as a function of what the earlier ones have shown. */
@NullMarked
package dev.assay.core.experiment;

import org.jspecify.annotations.NullMarked;
