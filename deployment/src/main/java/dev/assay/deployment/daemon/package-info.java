/** Clusters that run by themselves, without a benchmark run: what is known of them, and how they are stopped. */
@NullMarked
package dev.assay.deployment.daemon;

import org.jspecify.annotations.NullMarked;
