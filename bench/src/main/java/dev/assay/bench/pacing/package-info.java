/** What it costs to be on time, and how well that goes. */
@NullMarked
package dev.assay.bench.pacing;

import org.jspecify.annotations.NullMarked;
