/** The in-memory system as scenarios describe it. */
@NullMarked
package dev.assay.systems.memory;

import org.jspecify.annotations.NullMarked;
