package dev.assay.analysis;

import dev.assay.model.result.CapacityTrial;
import dev.assay.model.result.RunRecord;
import dev.assay.model.result.UnfinishedTrial;
import dev.assay.model.result.Verdict;
import dev.assay.model.verification.VerificationByRun;
import dev.assay.model.verification.VerificationOutcome;
import dev.assay.model.verification.VerificationRecord;
import dev.assay.model.verification.VerifiedBy;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * @param verifications made by this run itself
 * @param verifiedBy verifications of the run that this run names; empty where it names none
 * @param missing trials that were planned and have no result
 */
public record RunAnalysis(
        RunRecord run,
        List<TrialAnalysis> trials,
        List<VerificationRecord> verifications,
        Optional<VerifiedBy> verifiedBy,
        List<UnfinishedTrial> missing) {
    public RunAnalysis(
            RunRecord run,
            List<TrialAnalysis> trials,
            List<VerificationRecord> verifications,
            Optional<VerifiedBy> verifiedBy) {
        this(run, trials, verifications, verifiedBy, List.of());
    }

    public RunAnalysis {
        missing = List.copyOf(missing);
        verifications = List.copyOf(verifications);
        trials = List.copyOf(trials);
    }

    public RunAnalysis missing(List<UnfinishedTrial> unfinished) {
        return new RunAnalysis(run, trials, verifications, verifiedBy, unfinished);
    }

    public boolean verifiesOnly() {
        return trials.isEmpty() && !verifications.isEmpty();
    }

    public List<VerificationByRun> allVerifications() {
        return Stream.concat(
                        verifiedBy.stream()
                                .flatMap(cited -> cited.verifications().stream()
                                        .map(verification -> new VerificationByRun(cited.run(), verification))),
                        verifications.stream().map(verification -> new VerificationByRun(run.id(), verification)))
                .toList();
    }

    /**
     * Returns the worst outcome of the verifications that were not refused; empty where there is none, or where all of them but
     * controls were refused.
     */
    public Optional<VerificationOutcome> worstVerification() {
        List<VerificationRecord> wanted = verifications.stream()
                .filter(verification -> !verification.plan().control())
                .toList();
        boolean refused = !wanted.isEmpty()
                && wanted.stream().allMatch(verification -> verification.outcome() == VerificationOutcome.REFUSED);
        return (refused ? wanted : verifications)
                .stream()
                        .map(VerificationRecord::outcome)
                        .filter(outcome -> outcome != VerificationOutcome.REFUSED)
                        .max(Comparator.naturalOrder());
    }

    /** Returns the verifications of another level than the one requested, because the scenario's settings weaken it. */
    public List<VerificationRecord> weakenedVerifications() {
        return verifications.stream()
                .filter(verification -> verification.durability().weakened())
                .toList();
    }

    /**
     * Returns the worst verdict of all trials; INVALID when there is none. Trials of a search that were too much for the system, or
     * decided nothing, are left out: they are what the search found, and no other value rests on them.
     */
    public Verdict.Grade worst() {
        Set<String> ofSearches = run.capacities().stream()
                .flatMap(capacity -> capacity.trials().stream())
                .filter(trial -> trial.outcome() != CapacityTrial.Outcome.GOOD)
                .map(CapacityTrial::folder)
                .collect(Collectors.toSet());
        Verdict.Grade otherwise = ofSearches.isEmpty() ? Verdict.Grade.INVALID : Verdict.Grade.VALID;
        return trials.stream()
                .filter(trial -> !ofSearches.contains(trial.trial().folder()))
                .map(trial -> trial.verdict().grade())
                .max(Comparator.naturalOrder())
                .orElse(otherwise);
    }
}
