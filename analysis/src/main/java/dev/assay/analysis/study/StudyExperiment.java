package dev.assay.analysis.study;

import dev.assay.analysis.TrialAnalyzer;
import dev.assay.analysis.claim.CellReadings;
import dev.assay.analysis.claim.CellResults;
import dev.assay.analysis.claim.ClaimLooks;
import dev.assay.analysis.experiment.Experiment;
import dev.assay.analysis.experiment.TrialResult;
import dev.assay.model.calibration.CalibrationStatus;
import dev.assay.model.result.Comparability;
import dev.assay.model.result.RunRecord;
import dev.assay.model.result.StoredTrial;
import dev.assay.scenario.claim.Claim;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.scenario.plan.ProgressEstimate;
import dev.assay.scenario.study.Study;
import dev.assay.scenario.study.StudyChoice;
import dev.assay.scenario.study.StudyPlan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs the trials of a study that is planned by its claims, block by block, each as long as one of its claims is not decided.
 * Trials that no claim is judged by are measured in all blocks. A trial that other work on the machine disturbed is immediately
 * measured once more, so that its block counts.
 */
public final class StudyExperiment implements Experiment {
    private final StudyPlan study;
    private final Plan plan;
    private final Function<String, StoredTrial> stored;
    private final Map<Claim, Set<StudyPlan.Key>> trialsOf = new HashMap<>();
    private final Map<String, CellReadings> read = new HashMap<>();

    private final Map<Claim, Integer> decided = new HashMap<>();

    private int looked;

    private StudyExperiment(StudyPlan study, Plan plan, Function<String, StoredTrial> stored) {
        this.study = study;
        this.plan = plan;
        this.stored = stored;
        for (Claim claim : study.study().claims()) {
            trialsOf.put(
                    claim,
                    study.study().judgedBy(claim).stream()
                            .flatMap(key -> study.entry(key.cell(), key.variant()).stream())
                            .flatMap(entry -> entry.trial().stream())
                            .collect(Collectors.toSet()));
        }
    }

    /**
     * Returns the experiment for the trials of a study.
     *
     * @param choice the requested part: without claims or a time budget, the study is not ended early
     * @param plan of its trials
     */
    public static Experiment of(StudyPlan study, StudyChoice choice, Plan plan) {
        return byClaims(choice, plan)
                ? new StudyExperiment(study, plan, folder -> {
                    throw new IllegalStateException("nobody said where the trial " + folder + " is stored");
                })
                : Experiment.of(plan);
    }

    private static boolean byClaims(StudyChoice choice, Plan plan) {
        return (choice.budget().isPresent() || !choice.claims().isEmpty())
                && !plan.searches()
                && plan.repeat().goal().isEmpty();
    }

    public static List<PlannedTrial> certain(StudyChoice choice, Plan plan) {
        return plan.certain().stream()
                .filter(trial -> !byClaims(choice, plan) || trial.repetition() <= ClaimLooks.first())
                .toList();
    }

    @Override
    public Experiment reading(RunRecord run, Function<String, StoredTrial> trials) {
        return new StudyExperiment(study, plan, trials);
    }

    @Override
    public Optional<PlannedTrial> next(List<TrialResult> done) {
        Map<Integer, TrialResult> results = numbered(done);
        for (PlannedTrial trial : plan.trials()) {
            TrialResult result = results.get(trial.number());
            if (result == null) {
                lookBefore(trial.repetition(), results);
                if (wanted(trial)) {
                    return Optional.of(trial);
                }
            } else if (!results.containsKey(again(trial).number()) && disturbed(trial, result)) {
                return Optional.of(again(trial));
            }
        }
        return Optional.empty();
    }

    private PlannedTrial again(PlannedTrial trial) {
        return trial.again(plan.trials().size() + trial.number());
    }

    private boolean disturbed(PlannedTrial trial, TrialResult result) {
        return result.grade().isPresent()
                && Comparability.disturbed(read.computeIfAbsent(trial.folder(), this::read)
                        .findings()
                        .reasons()::contains);
    }

    @Override
    public ProgressEstimate estimate(List<TrialResult> done) {
        Map<Integer, TrialResult> results = numbered(done);
        List<PlannedTrial> missing = plan.trials().stream()
                .filter(trial -> !results.containsKey(trial.number()) && wanted(trial))
                .toList();
        int block = missing.stream().mapToInt(PlannedTrial::repetition).min().orElse(0);
        long sure = missing.stream()
                .filter(trial -> trial.repetition() <= Math.max(block, ClaimLooks.first()))
                .count();
        return new ProgressEstimate(done.size() + (int) sure, done.size() + missing.size(), Plan.loadTime(missing));
    }

    @Override
    public List<String> findings(List<TrialResult> done) {
        Map<Integer, List<String>> byBlock = new TreeMap<>();
        for (Claim claim : study.study().claims()) {
            Integer block = decided.get(claim);
            if (block != null) {
                byBlock.computeIfAbsent(block, _ -> new ArrayList<>()).add(claim.id());
            }
        }
        List<String> lines = new ArrayList<>();
        byBlock.forEach((block, ids) -> lines.add("decided after %d of %d blocks, and measured no further: %s"
                .formatted(block, plan.repeat().max(), String.join(", ", ids))));
        return lines;
    }

    private static Map<Integer, TrialResult> numbered(List<TrialResult> done) {
        Map<Integer, TrialResult> results = new HashMap<>();
        done.forEach(result -> results.put(result.number(), result));
        return results;
    }

    private boolean wanted(PlannedTrial trial) {
        StudyPlan.Key key = key(trial);
        boolean judged = false;
        for (Claim claim : study.study().claims()) {
            if (trialsOf.getOrDefault(claim, Set.of()).contains(key)) {
                Integer after = decided.get(claim);
                if (after == null || trial.repetition() <= after) {
                    return true;
                }
                judged = true;
            }
        }
        return !judged;
    }

    /** Looks at the claims after each earlier block: these trials are all done, as trials run in the order of blocks. */
    private void lookBefore(int block, Map<Integer, TrialResult> results) {
        while (looked < block - 1) {
            looked++;
            if (ClaimLooks.after(looked, plan.repeat().max())) {
                look(looked, results);
            }
        }
    }

    private void look(int block, Map<Integer, TrialResult> results) {
        Study all = study.study();
        for (Claim claim : all.claims()) {
            if (!decided.containsKey(claim)
                    && ClaimLooks.decides(
                            claim, all.cellIds(), (cell, variant) -> results(cell, variant, results), block)) {
                decided.put(claim, block);
            }
        }
    }

    private CellResults results(String cell, Optional<String> variant, Map<Integer, TrialResult> results) {
        Optional<StudyPlan.Entry> entry =
                variant.flatMap(name -> study.entry(cell, name)).or(() -> study.first(cell));
        Set<StudyPlan.Key> keys = new HashSet<>();
        entry.flatMap(StudyPlan.Entry::trial).ifPresent(keys::add);
        List<CellReadings> trials = plan.trials().stream()
                .filter(trial -> keys.contains(key(trial)))
                .flatMap(trial -> Stream.of(trial, again(trial)))
                .filter(trial -> Optional.ofNullable(results.get(trial.number()))
                        .flatMap(TrialResult::grade)
                        .isPresent())
                .map(trial -> read.computeIfAbsent(trial.folder(), this::read))
                .toList();
        return CellResults.of(
                trials, keys.stream().map(StudyPlan.Key::toString).findFirst().orElse(""));
    }

    private CellReadings read(String folder) {
        StoredTrial trial = stored.apply(folder);
        return CellStatistics.of(TrialAnalyzer.analyze(trial, CalibrationStatus.NOT_RECORDED), trial);
    }

    private static StudyPlan.Key key(PlannedTrial trial) {
        return new StudyPlan.Key(
                trial.dimensions().getOrDefault(StudyPlan.CELL, ""),
                trial.dimensions().getOrDefault(StudyPlan.VARIANT, ""));
    }
}
