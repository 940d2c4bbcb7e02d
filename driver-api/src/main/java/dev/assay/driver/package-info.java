/** What a messaging system must offer to be measured: the driver SPI. */
@NullMarked
package dev.assay.driver;

import org.jspecify.annotations.NullMarked;
