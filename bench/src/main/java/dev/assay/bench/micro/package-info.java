/** JMH benchmarks of the parts that every message passes. */
@NullMarked
package dev.assay.bench.micro;

import org.jspecify.annotations.NullMarked;
