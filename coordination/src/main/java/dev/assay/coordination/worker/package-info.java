/** The worker process: one driver, one trial at a time, controlled over the wire. */
@NullMarked
package dev.assay.coordination.worker;

import org.jspecify.annotations.NullMarked;
