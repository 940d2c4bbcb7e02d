/** Studies: what is chosen of one, what it would run, and what came of it. */
@NullMarked
package dev.assay.cli.study;

import org.jspecify.annotations.NullMarked;
