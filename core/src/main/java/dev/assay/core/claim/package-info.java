/** What a published comparison says of its figures, as statements that trials can bear out or contradict. */
@NullMarked
package dev.assay.core.claim;

import org.jspecify.annotations.NullMarked;
