/** A driver that commits faults at known places. */
@NullMarked
package dev.assay.testkit;

import org.jspecify.annotations.NullMarked;
