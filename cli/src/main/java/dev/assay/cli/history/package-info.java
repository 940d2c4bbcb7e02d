/** Histories of what was measured again and again. */
@NullMarked
package dev.assay.cli.history;

import org.jspecify.annotations.NullMarked;
