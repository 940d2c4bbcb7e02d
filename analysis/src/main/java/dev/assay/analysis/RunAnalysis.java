package dev.assay.analysis;

import dev.assay.core.proof.EarlierProofs;
import dev.assay.core.proof.ProofByRun;
import dev.assay.core.proof.ProofOutcome;
import dev.assay.core.proof.ProofRecord;
import dev.assay.core.result.RunRecord;
import dev.assay.core.result.Verdict;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A run as a report shows it.
 *
 * @param proofs its own
 * @param earlier those of the runs beside it; empty where it did not look
 */
public record RunAnalysis(
        RunRecord run, List<TrialAnalysis> trials, List<ProofRecord> proofs, Optional<EarlierProofs> earlier) {
    /** A run without proofs. */
    public RunAnalysis(RunRecord run, List<TrialAnalysis> trials) {
        this(run, trials, List.of(), Optional.empty());
    }

    public RunAnalysis {
        proofs = List.copyOf(proofs);
        trials = List.copyOf(trials);
    }

    /** Whether the run was about proofs alone. */
    public boolean provesOnly() {
        return trials.isEmpty() && !proofs.isEmpty();
    }

    /** All that was proven, earlier and by the run itself, oldest first. */
    public List<ProofByRun> allProofs() {
        return Stream.concat(
                        earlier.stream().flatMap(found -> found.proofs().stream()),
                        proofs.stream().map(proof -> new ProofByRun(run.id(), proof)))
                .toList();
    }

    /** The worst outcome of all proofs; empty when there is none, or none but controls that was not refused. */
    public Optional<ProofOutcome> worstProof() {
        List<ProofRecord> wanted =
                proofs.stream().filter(proof -> !proof.control()).toList();
        boolean refused =
                !wanted.isEmpty() && wanted.stream().allMatch(proof -> proof.outcome() == ProofOutcome.REFUSED);
        return (refused ? wanted : proofs)
                .stream()
                        .map(ProofRecord::outcome)
                        .filter(outcome -> outcome != ProofOutcome.REFUSED)
                        .max(Comparator.naturalOrder());
    }

    /** Proofs of another level than the one that was asked for, because the scenario's settings undo that one. */
    public List<ProofRecord> undoneProofs() {
        return proofs.stream().filter(proof -> proof.durability().undone()).toList();
    }

    /** The worst verdict of all trials; INVALID when there is none. */
    public Verdict.Grade worst() {
        return trials.stream()
                .map(trial -> trial.trial().verdict().grade())
                .max(Comparator.naturalOrder())
                .orElse(Verdict.Grade.INVALID);
    }
}
