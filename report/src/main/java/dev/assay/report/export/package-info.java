/** Histories in the formats of other tools. */
@NullMarked
package dev.assay.report.export;

import org.jspecify.annotations.NullMarked;
