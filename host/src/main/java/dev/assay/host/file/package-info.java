/** Files that are there after a power loss. */
@NullMarked
package dev.assay.host.file;

import org.jspecify.annotations.NullMarked;
