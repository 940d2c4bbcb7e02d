/** What a worker keeps over hours, on the in-memory system. */
@NullMarked
package dev.assay.bench.heap;

import org.jspecify.annotations.NullMarked;
