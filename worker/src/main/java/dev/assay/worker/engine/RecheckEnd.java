package dev.assay.worker.engine;

import dev.assay.model.result.RecheckRecord.Outcome;

/** @param detail why it did not come to the end; where it did, what the system no longer has, or nothing */
public record RecheckEnd(Outcome outcome, long nanos, String detail) {}
