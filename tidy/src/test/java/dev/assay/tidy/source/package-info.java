/** What Java sources look like to the compiler's parser: lengths, catches, sleeps, documentation. */
@NullMarked
package dev.assay.tidy.source;

import org.jspecify.annotations.NullMarked;
