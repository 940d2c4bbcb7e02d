package dev.assay.core.result;

/**
 * A recorded trial and what is thought of it by now.
 *
 * @param verdict by the present rules; the record has the one at the time
 */
public record JudgedTrial(TrialRecord trial, Verdict verdict) {}
