/** Measures what this machine does by itself: disks, loopback, timers, pauses. */
@NullMarked
package dev.assay.host.calibration;

import org.jspecify.annotations.NullMarked;
