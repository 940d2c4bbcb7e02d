/** A study as it is to be run: its cells, which of them share a trial, what does not fit, and what is said of them. */
@NullMarked
package dev.assay.core.study;

import org.jspecify.annotations.NullMarked;
