/** Throughput and allocations of the measuring loop, next to a bare loop. */
@NullMarked
package dev.assay.bench.loop;

import org.jspecify.annotations.NullMarked;
