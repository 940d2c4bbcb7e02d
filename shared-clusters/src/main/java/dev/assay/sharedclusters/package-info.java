/** Clusters that tests of several modules, and so several JVMs, share. */
@NullMarked
package dev.assay.sharedclusters;

import org.jspecify.annotations.NullMarked;
