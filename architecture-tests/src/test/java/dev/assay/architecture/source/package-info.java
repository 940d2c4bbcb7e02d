/** What Java sources look like to the compiler's parser: catches, sleeps, documentation. */
@NullMarked
package dev.assay.architecture.source;

import org.jspecify.annotations.NullMarked;
