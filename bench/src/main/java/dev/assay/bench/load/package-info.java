/** Loads on the engine, in this process or in a JVM of its own. */
@NullMarked
package dev.assay.bench.load;

import org.jspecify.annotations.NullMarked;
