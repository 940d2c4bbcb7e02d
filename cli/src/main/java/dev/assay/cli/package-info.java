/** The command line: where everything is put together. */
@NullMarked
package dev.assay.cli;

import org.jspecify.annotations.NullMarked;
