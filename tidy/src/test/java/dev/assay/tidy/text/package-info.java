/** What the files of the project look like: sources, documents, scenarios. */
@NullMarked
package dev.assay.tidy.text;

import org.jspecify.annotations.NullMarked;
