/** What clients tell of their buffers and batches: made of counters, and added up over all clients of a worker. */
@NullMarked
package dev.assay.driver.figure;

import org.jspecify.annotations.NullMarked;
