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
 * A run as a report shows it.
 *
 * @param verifications its own
 * @param verifiedBy those of the run that it names; empty where it names none
 * @param missing trials that were planned and have no result
 */
public record RunAnalysis(
        RunRecord run,
        List<TrialAnalysis> trials,
        List<VerificationRecord> verifications,
        Optional<VerifiedBy> verifiedBy,
        List<UnfinishedTrial> missing) {
    /** One whose trials all finished. */
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

    /** The same of which these trials have no result. */
    public RunAnalysis missing(List<UnfinishedTrial> unfinished) {
        return new RunAnalysis(run, trials, verifications, verifiedBy, unfinished);
    }

    /** Whether the run was about verifications alone. */
    public boolean verifiesOnly() {
        return trials.isEmpty() && !verifications.isEmpty();
    }

    /** All that was verified, by the run that it names and by itself, oldest first. */
    public List<VerificationByRun> allVerifications() {
        return Stream.concat(
                        verifiedBy.stream()
                                .flatMap(cited -> cited.verifications().stream()
                                        .map(verification -> new VerificationByRun(cited.run(), verification))),
                        verifications.stream().map(verification -> new VerificationByRun(run.id(), verification)))
                .toList();
    }

    /** The worst outcome of all verifications; empty when there is none, or none but controls that was not refused. */
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

    /** Verifications of another level than the one that was asked for, because the scenario's settings undo that one. */
    public List<VerificationRecord> weakenedVerifications() {
        return verifications.stream()
                .filter(verification -> verification.durability().weakened())
                .toList();
    }

    /**
     * The worst verdict of all trials; INVALID when there is none. What a search has found to be too much for the system, or to tell
     * nothing, does not count: that is what it has found, and no other value rests on it.
     */
    public Verdict.Grade worst() {
        Set<String> found = run.capacities().stream()
                .flatMap(capacity -> capacity.trials().stream())
                .filter(trial -> trial.outcome() != CapacityTrial.Outcome.GOOD)
                .map(CapacityTrial::folder)
                .collect(Collectors.toSet());
        Verdict.Grade otherwise = found.isEmpty() ? Verdict.Grade.INVALID : Verdict.Grade.VALID;
        return trials.stream()
                .filter(trial -> !found.contains(trial.trial().folder()))
                .map(trial -> trial.verdict().grade())
                .max(Comparator.naturalOrder())
                .orElse(otherwise);
    }
}
