/** The delivery ledger: which messages were acknowledged, and which arrived, exactly. */
@NullMarked
package dev.assay.core.delivery;

import org.jspecify.annotations.NullMarked;
