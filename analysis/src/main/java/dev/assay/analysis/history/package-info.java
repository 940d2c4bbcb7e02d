/** What the same measurement has given in run after run. */
@NullMarked
package dev.assay.analysis.history;

import org.jspecify.annotations.NullMarked;
