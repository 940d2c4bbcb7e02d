/** The header that every message carries. */
@NullMarked
package dev.assay.core.message;

import org.jspecify.annotations.NullMarked;
