package dev.assay.analysis.experiment;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.TrialAnalyzer;
import dev.assay.analysis.comparison.ComparisonLook;
import dev.assay.model.result.RunRecord;
import dev.assay.model.result.StoredTrial;
import dev.assay.model.result.UnfinishedTrial;
import dev.assay.model.spec.Repeat.Decided;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.plan.PlannedTrial;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** Repeats a plan's blocks until the comparison within the run is decided. */
final class RepeatUntilDecided extends RepeatUntil {
    private final Function<List<TrialResult>, RunAnalysis> measured;

    /** Holds what the looks so far have seen, by the results that they looked at. */
    private final Map<List<TrialResult>, ComparisonLook> looks = new HashMap<>();

    RepeatUntilDecided(Plan plan) {
        this(plan, _ -> {
            throw new IllegalStateException("nobody said where the trials are stored");
        });
    }

    /** @param measured returns the run as far as these results go */
    RepeatUntilDecided(Plan plan, Function<List<TrialResult>, RunAnalysis> measured) {
        super(plan, new Decided());
        this.measured = measured;
    }

    @Override
    public Experiment reading(RunRecord run, Function<String, StoredTrial> trials) {
        return new RepeatUntilDecided(plan, new Measured(plan, run, trials)::of);
    }

    private record Measured(
            Plan plan, RunRecord run, Function<String, StoredTrial> trials, Map<String, TrialAnalysis> read) {
        Measured(Plan plan, RunRecord run, Function<String, StoredTrial> trials) {
            this(plan, run, trials, new HashMap<>());
        }

        RunAnalysis of(List<TrialResult> done) {
            Set<Integer> finished = new HashSet<>();
            Set<Integer> failed = new HashSet<>();
            done.forEach(result -> (result.grade().isPresent() ? finished : failed).add(result.number()));
            List<TrialAnalysis> analyses = new ArrayList<>();
            List<UnfinishedTrial> missing = new ArrayList<>();
            for (PlannedTrial trial : plan.trials()) {
                if (finished.contains(trial.number())) {
                    analyses.add(read.computeIfAbsent(trial.folder(), this::read));
                } else if (failed.contains(trial.number())) {
                    UnfinishedTrial unfinished = new UnfinishedTrial(
                            trial.folder(), trial.label(), trial.repetition(), true, "did not finish");
                    missing.add(Optional.ofNullable(plan.points().get(trial.label()))
                            .map(unfinished::of)
                            .orElse(unfinished));
                }
            }
            return new RunAnalysis(run, analyses, List.of(), Optional.empty(), missing);
        }

        private TrialAnalysis read(String folder) {
            return TrialAnalyzer.analyze(trials.apply(folder), run.calibration())
                    .withoutCharts();
        }
    }

    @Override
    int blocksMore(List<TrialResult> counted) {
        return look(counted).decided() ? 0 : 1;
    }

    private ComparisonLook look(List<TrialResult> counted) {
        return looks.computeIfAbsent(
                counted,
                results -> ComparisonLook.early(
                        measured.apply(results), plan.repeat().max() - first));
    }

    @Override
    public List<String> findings(List<TrialResult> done) {
        int blocks = wholeBlocks(done);
        int max = plan.repeat().max();
        List<TrialResult> counted = counted(done);
        ComparisonLook look = blocks < max ? look(counted) : ComparisonLook.last(measured.apply(counted));
        String headline =
                "%s after %d of at most %d blocks".formatted(look.decided() ? "decided" : "not decided", blocks, max);
        return Stream.concat(Stream.of(headline), look.lines().stream()).toList();
    }
}
