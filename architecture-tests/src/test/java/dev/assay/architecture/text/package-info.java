/** What the files of the project look like: sources, documents, scenarios. */
@NullMarked
package dev.assay.architecture.text;

import org.jspecify.annotations.NullMarked;
