/** What the charts draw, decided here and tested here; the page's script only draws it. */
@NullMarked
package dev.assay.report.chart;

import org.jspecify.annotations.NullMarked;
