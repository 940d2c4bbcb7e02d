/** Faults of clusters that Assay runs on this machine. */
@NullMarked
package dev.assay.provision.fault;

import org.jspecify.annotations.NullMarked;
