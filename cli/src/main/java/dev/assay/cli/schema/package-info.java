/** The JSON Schema of scenario files, for editors. */
@NullMarked
package dev.assay.cli.schema;

import org.jspecify.annotations.NullMarked;
