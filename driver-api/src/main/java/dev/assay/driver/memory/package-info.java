/** The in-memory system with a known latency law. */
@NullMarked
package dev.assay.driver.memory;

import org.jspecify.annotations.NullMarked;
