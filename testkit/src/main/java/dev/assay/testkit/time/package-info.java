/** Waiting in tests. */
@NullMarked
package dev.assay.testkit.time;

import org.jspecify.annotations.NullMarked;
