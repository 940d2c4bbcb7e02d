/** Faults of clusters that Assay runs on this machine. */
@NullMarked
package dev.assay.deployment.fault;

import org.jspecify.annotations.NullMarked;
