/** An analysed run as people read it: one self-contained HTML file, and tables for the terminal. */
@NullMarked
package dev.assay.report;

import org.jspecify.annotations.NullMarked;
