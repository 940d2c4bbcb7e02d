/** Tests of the frames. */
@NullMarked
package dev.assay.driver.memory.wire;

import org.jspecify.annotations.NullMarked;
