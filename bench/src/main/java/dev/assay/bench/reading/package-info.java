/** How long it takes to read a recorded run and to make its figures. */
@NullMarked
package dev.assay.bench.reading;

import org.jspecify.annotations.NullMarked;
