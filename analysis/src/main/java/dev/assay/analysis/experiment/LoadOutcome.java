package dev.assay.analysis.experiment;

import dev.assay.model.result.CapacityTrial.Outcome;

/**
 * What a trial says of the rate that it offered.
 *
 * @param outcome whether the rate was met, as far as the trial tells
 * @param why what speaks against it, or why the trial tells nothing; empty where the rate was met
 * @param endedEarly whether the load was ended once that was certain
 * @param limit what was at its limit meanwhile, for people
 */
public record LoadOutcome(Outcome outcome, String why, boolean endedEarly, String limit) {}
