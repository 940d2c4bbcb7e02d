/** Load profiles and arrival schedules: when each message is due, as a pure function of its index. */
@NullMarked
package dev.assay.core.arrival;

import org.jspecify.annotations.NullMarked;
