/** The way of these tests into the program. */
@NullMarked
package dev.assay.cli;

import org.jspecify.annotations.NullMarked;
