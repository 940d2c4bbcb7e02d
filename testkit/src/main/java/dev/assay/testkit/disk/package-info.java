/** A disk that fails at a chosen step. */
@NullMarked
package dev.assay.testkit.disk;

import org.jspecify.annotations.NullMarked;
