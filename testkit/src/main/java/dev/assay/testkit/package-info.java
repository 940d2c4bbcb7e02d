/** A driver that commits defects at known places. */
@NullMarked
package dev.assay.testkit;

import org.jspecify.annotations.NullMarked;
