/** What the templates of the page lay out: tables and boxes with their text and marks already decided. */
@NullMarked
package dev.assay.report.page;

import org.jspecify.annotations.NullMarked;
