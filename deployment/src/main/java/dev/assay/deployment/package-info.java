/** What the whole module shares: where its cache is, how it reports progress, and how it fails. */
@NullMarked
package dev.assay.deployment;

import org.jspecify.annotations.NullMarked;
