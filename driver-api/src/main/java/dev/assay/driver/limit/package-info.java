/** What a worker takes from callers that are not the one who started it. */
@NullMarked
package dev.assay.driver.limit;

import org.jspecify.annotations.NullMarked;
