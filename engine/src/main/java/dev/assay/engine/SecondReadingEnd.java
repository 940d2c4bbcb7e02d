package dev.assay.engine;

import dev.assay.model.result.SecondReading.Outcome;

/**
 * How a second reading ended.
 *
 * @param nanos how long it took
 * @param detail why it did not come to the end; empty where it did
 */
public record SecondReadingEnd(Outcome outcome, long nanos, String detail) {}
