/** Runs a trial on the workers: prepare, wait, start together, drain, reconcile, clean up. */
@NullMarked
package dev.assay.coordination.coordinator;

import org.jspecify.annotations.NullMarked;
