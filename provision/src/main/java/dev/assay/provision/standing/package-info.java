/** Clusters that stand by themselves, without a run: what is known of them, and what takes them down. */
@NullMarked
package dev.assay.provision.standing;

import org.jspecify.annotations.NullMarked;
