/** A cluster by itself: put up, kept by a process of its own, shown and taken down. */
@NullMarked
package dev.assay.cli.cluster;

import org.jspecify.annotations.NullMarked;
