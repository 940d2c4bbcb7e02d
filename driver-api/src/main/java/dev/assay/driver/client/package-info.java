/** What drivers of vendors' client libraries have in common. */
@NullMarked
package dev.assay.driver.client;

import org.jspecify.annotations.NullMarked;
