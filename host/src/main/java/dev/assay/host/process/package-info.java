/** Processes that cannot outlive Assay: started, watched, signalled, and removed whatever happens to their owner. */
@NullMarked
package dev.assay.host.process;

import org.jspecify.annotations.NullMarked;
