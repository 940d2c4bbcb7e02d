/** The in-memory system as a local process, where more than one worker needs it. */
@NullMarked
package dev.assay.deployment.memory;

import org.jspecify.annotations.NullMarked;
