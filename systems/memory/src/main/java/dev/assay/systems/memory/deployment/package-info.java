/** The in-memory system for runs. */
@NullMarked
package dev.assay.systems.memory.deployment;

import org.jspecify.annotations.NullMarked;
