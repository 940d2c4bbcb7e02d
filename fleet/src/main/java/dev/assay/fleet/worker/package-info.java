/** The worker process: one driver, one trial at a time, told what to do over the wire. */
@NullMarked
package dev.assay.fleet.worker;

import org.jspecify.annotations.NullMarked;
