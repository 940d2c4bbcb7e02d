/** What all of provision shares: where its cache lies, how it reports progress, and how it fails. */
@NullMarked
package dev.assay.provision;

import org.jspecify.annotations.NullMarked;
