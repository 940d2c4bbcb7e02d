/** The worker process on a real cluster, next to a bare client. */
@NullMarked
package dev.assay.bench.kafka;

import org.jspecify.annotations.NullMarked;
