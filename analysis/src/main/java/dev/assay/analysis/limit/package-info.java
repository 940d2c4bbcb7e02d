/** Which resource was at its limit in a phase, and the evidence. */
@NullMarked
package dev.assay.analysis.limit;

import org.jspecify.annotations.NullMarked;
