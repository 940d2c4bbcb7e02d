package dev.assay.engine;

import dev.assay.model.result.RecheckRecord.Outcome;

/**
 * How a recheck ended.
 *
 * @param nanos how long it took
 * @param detail why it did not come to the end; empty where it did
 */
public record RecheckEnd(Outcome outcome, long nanos, String detail) {}
