/** Tests of what clients tell of themselves. */
@NullMarked
package dev.assay.driver.figure;

import org.jspecify.annotations.NullMarked;
