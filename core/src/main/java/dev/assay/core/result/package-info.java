/** What a run yields: records that are stored, analysed and reported. */
@NullMarked
package dev.assay.core.result;

import org.jspecify.annotations.NullMarked;
