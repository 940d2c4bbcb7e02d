/** What a machine has been measured to do, to be held beside what trials made of it. */
@NullMarked
package dev.assay.core.calibration;

import org.jspecify.annotations.NullMarked;
