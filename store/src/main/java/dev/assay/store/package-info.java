/** The run directory: written as a run goes, readable after a crash at any byte. docs/RUN-DIRECTORY.md has the formats. */
@NullMarked
package dev.assay.store;

import org.jspecify.annotations.NullMarked;
