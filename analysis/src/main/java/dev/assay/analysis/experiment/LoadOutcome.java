package dev.assay.analysis.experiment;

import dev.assay.model.result.CapacityTrial.Outcome;

/**
 * @param outcome whether the rate was met, as far as the trial shows
 * @param why the evidence against it, or why the trial shows nothing; empty where the rate was met
 * @param endedEarly whether the load was ended once the outcome was certain
 * @param limit which resource was at its limit meanwhile, for people
 */
public record LoadOutcome(Outcome outcome, String why, boolean endedEarly, String limit) {}
