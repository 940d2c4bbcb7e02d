package dev.assay.cli.run;

import dev.assay.model.spec.ClusterSharing;
import dev.assay.model.spec.RateSearch;
import dev.assay.model.unit.DurationText;
import dev.assay.scenario.experiment.Outlook;
import dev.assay.scenario.experiment.SearchForecast;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.plan.PlannedTrial;
import java.time.Duration;

/** A plan of searches as text for people. */
final class SearchPlanText {
    private SearchPlanText() {}

    static String of(Plan plan) {
        long searches = plan.trials().stream()
                .filter(trial -> trial.spec().search().isPresent())
                .count();
        StringBuilder text = new StringBuilder("%s: %d %s for the highest sustained rate%s%n%n"
                .formatted(
                        plan.scenario(),
                        searches,
                        searches == 1 ? "search" : "searches",
                        plan.repeat().most() == 1 ? "" : " in " + plan.repeat().blocks()));
        for (PlannedTrial trial : plan.trials()) {
            text.append(PlanText.line(trial)).append(System.lineSeparator());
            trial.spec().search().ifPresent(search -> text.append(objectives(search)));
        }
        Outlook outlook = SearchForecast.of(plan);
        text.append(
                ("%n%s trials in all if the system always answers alike, more if it contradicts itself; a load of %s at most, less"
                                + " where trials end early (starting, draining and stopping come on top)%n")
                        .formatted(outlook.trials(), DurationText.format(minutes(outlook.load()))));
        text.append(
                plan.clusters() == ClusterSharing.PER_TRIAL
                        ? "each trial has a cluster of its own%n".formatted()
                        : "the trials of a search share a cluster; each trial says how old it was%n".formatted());
        plan.trials().stream()
                .map(trial -> PlanText.needs(trial.spec()))
                .distinct()
                .forEach(needs -> text.append(needs).append(System.lineSeparator()));
        return text.toString();
    }

    /** Whole seconds, or whole minutes where there are many. */
    private static Duration minutes(Duration load) {
        return load.toMinutes() < 10
                ? load
                : Duration.ofMinutes(load.plusSeconds(59).toMinutes());
    }

    private static String objectives(RateSearch search) {
        return "     objectives: %s%s%n"
                .formatted(
                        String.join("; ", search.objectiveTexts()),
                        search.curve() ? "; then latency at shares of the lower bound" : "");
    }
}
