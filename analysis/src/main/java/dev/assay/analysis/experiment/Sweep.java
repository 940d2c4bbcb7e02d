package dev.assay.analysis.experiment;

import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.scenario.plan.ProgressEstimate;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

public record Sweep(Plan plan) implements Experiment {
    @Override
    public Optional<PlannedTrial> next(List<TrialResult> done) {
        return missing(plan, done).stream().findFirst();
    }

    @Override
    public ProgressEstimate estimate(List<TrialResult> done) {
        int trials = plan.trials().size();
        return new ProgressEstimate(trials, trials, Plan.loadTime(missing(plan, done)));
    }

    static List<PlannedTrial> missing(Plan plan, List<TrialResult> done) {
        Set<Integer> numbers = done.stream().map(TrialResult::number).collect(Collectors.toSet());
        return plan.trials().stream()
                .filter(trial -> !numbers.contains(trial.number()))
                .toList();
    }
}
