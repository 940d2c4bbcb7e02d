/** What was out of the ordinary while latency was: coincidences, of which nothing follows by itself. */
@NullMarked
package dev.assay.analysis.coincidence;

import org.jspecify.annotations.NullMarked;
