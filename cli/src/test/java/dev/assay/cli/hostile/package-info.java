/** Peers that mean harm, or are broken: workers, brokers, and runs that somebody else made. */
@NullMarked
package dev.assay.cli.hostile;

import org.jspecify.annotations.NullMarked;
