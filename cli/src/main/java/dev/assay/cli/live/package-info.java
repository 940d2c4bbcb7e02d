/** What is known of a load while it runs: each second of it, several of them together, and how long it still takes. */
@NullMarked
package dev.assay.cli.live;

import org.jspecify.annotations.NullMarked;
