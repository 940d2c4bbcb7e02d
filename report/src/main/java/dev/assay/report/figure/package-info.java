/** Figures as text: every one with its unit, in as many digits as it is worth. */
@NullMarked
package dev.assay.report.figure;

import org.jspecify.annotations.NullMarked;
