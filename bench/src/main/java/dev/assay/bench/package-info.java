/** The benchmarks of Assay itself, by name. */
@NullMarked
package dev.assay.bench;

import org.jspecify.annotations.NullMarked;
