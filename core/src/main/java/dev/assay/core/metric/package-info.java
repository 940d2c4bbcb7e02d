/** What is measured second by second beside latencies: the catalogue of metrics, and figures with their labels. */
@NullMarked
package dev.assay.core.metric;

import org.jspecify.annotations.NullMarked;
