package dev.assay.cli.run;

import dev.assay.analysis.comparison.RatioEstimate;
import dev.assay.analysis.steady.Drift;
import dev.assay.model.display.VisibleText;
import dev.assay.model.metric.ComparedName;
import dev.assay.model.spec.ClusterSharing;
import dev.assay.model.spec.Deployment;
import dev.assay.model.spec.FailCondition;
import dev.assay.model.spec.MessageSpec;
import dev.assay.model.spec.PayloadFill;
import dev.assay.model.spec.PhaseSpec;
import dev.assay.model.spec.RateSearch;
import dev.assay.model.spec.Redactor;
import dev.assay.model.spec.Repeat.Decided;
import dev.assay.model.spec.TrialSpec;
import dev.assay.model.spec.Workload;
import dev.assay.model.timeline.Phase;
import dev.assay.model.timeline.Timeline;
import dev.assay.model.unit.DurationText;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.scenario.plan.ProgressEstimate;
import dev.assay.scenario.plan.SharedClusters;
import dev.assay.scenario.search.SearchEstimate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

public final class PlanText {
    private PlanText() {}

    /** Writes each point in the order of the first block, then the settings and needs that all share. */
    public static String of(Plan plan) {
        List<String> lines = plan.searches() ? SearchPlanText.lines(plan) : lines(plan);
        return lines.stream()
                .map(line -> VisibleText.line(line) + System.lineSeparator())
                .collect(Collectors.joining());
    }

    private static List<String> lines(Plan plan) {
        List<String> lines = new ArrayList<>();
        int certain = plan.certain().size();
        int max = plan.trials().size();
        lines.add("%s: %s%s"
                .formatted(
                        plan.scenario(),
                        certain == max ? max + (max == 1 ? " trial" : " trials") : certain + " to " + max + " trials",
                        plan.repeat().max() == 1 ? "" : " in " + plan.repeat().blocks()));
        lines.add("");
        PlannedSettings settings = PlannedSettings.of(plan);
        points(plan).forEach(trial -> lines.add(line(trial, plan, settings)));
        plan.repeat()
                .goal()
                .ifPresent(goal -> lines.add("     then up to %d more blocks of %d, each in its own order, until %s"
                        .formatted(
                                plan.repeat().max() - plan.repeat().min(),
                                max / plan.repeat().max(),
                                goal.sentence())));
        lines.add("");
        Duration shortest = Plan.shortestLoad(plan.certain());
        Duration longest = plan.loadTime();
        String least = DurationText.ofRun(shortest);
        String most = DurationText.ofRun(longest);
        lines.add("total load: %s (warm-up and measurement, without startup, drain and shutdown)"
                .formatted(
                        shortest.equals(longest)
                                ? DurationText.format(longest)
                                : least.equals(most) ? most : least + " to " + most));
        SharedClusters.of(plan).map(PlanText::sharing).ifPresent(lines::add);
        lines.addAll(common(plan, settings));
        return lines;
    }

    private static String sharing(SharedClusters shared) {
        long minutes = shared.saved().plusSeconds(30).toMinutes();
        return "clusters: %d instead of %d, as the trials of a block that need the same servers share them%s"
                .formatted(
                        shared.clusters(),
                        shared.clusters() + shared.spared(),
                        minutes > 0
                                ? ", which saves about %d min ('--set clusters=per-trial': each has its own)"
                                        .formatted(minutes)
                                : "");
    }

    /** Names the conditions that decide the run's exit code, and why the plan can't decide them, or its results; empty where there are none. */
    public static String of(List<FailCondition> conditions, Plan plan) {
        return failIf(conditions, plan) + tooShort(conditions, plan);
    }

    private static String failIf(List<FailCondition> conditions, Plan plan) {
        if (conditions.isEmpty()) {
            return "";
        }
        String few = plan.repeat().max() < RatioEstimate.MIN_BLOCKS
                ? " (not decided by fewer than %d blocks: --set repeat=%d or more)"
                        .formatted(RatioEstimate.MIN_BLOCKS, RatioEstimate.MIN_BLOCKS)
                : "";
        return "fail if %s, against the first value of what varies%s%n"
                .formatted(conditions.stream().map(FailCondition::toString).collect(Collectors.joining(", or ")), few);
    }

    /**
     * Warns of a measured phase that is too short to tell whether latencies drift in it, without which no condition on them passes, and no
     * result is decided.
     */
    private static String tooShort(List<FailCondition> conditions, Plan plan) {
        List<Optional<String>> phases = conditions.stream()
                .map(FailCondition::statistic)
                .filter(statistic -> !ComparedName.isRate(statistic))
                .map(ComparedName::phase)
                .collect(Collectors.toCollection(ArrayList::new));
        boolean decides = plan.repeat().goal().filter(Decided.class::isInstance).isPresent();
        if (decides) {
            plan.trials().getFirst().spec().result().statistics().forEach(statistic -> phases.add(statistic.phase()));
        }
        Duration needed = Duration.ofSeconds(Drift.MIN_FIGURES);
        return plan.trials().stream()
                .filter(trial -> trial.spec().search().isEmpty())
                .flatMap(trial -> trial.spec().timeline().phases().stream())
                .filter(phase -> phase.measured() && phase.lengthNanos() < needed.toNanos())
                .filter(phase -> phases.stream()
                        .anyMatch(named -> named.isEmpty() || named.get().equals(phase.name())))
                .min(Comparator.comparingLong(Phase::lengthNanos))
                .map(phase ->
                        "warning: %s measures for %s only; in less than %s a drift can't be told from noise, so %s: measure for longer, such as with --set %s%n"
                                .formatted(
                                        phase.name().equals(Phase.MEASURE) ? "each trial" : "phase " + phase.name(),
                                        DurationText.format(Duration.ofNanos(phase.lengthNanos())),
                                        DurationText.format(needed),
                                        decides ? "no result can be decided" : "no condition on latencies can pass",
                                        phase.name().equals(Phase.MEASURE)
                                                ? "timing.measure=30s"
                                                : "phases." + phase.name() + ".for=30s"))
                .orElse("");
    }

    /** Returns the trials of the first block, which has each point once. */
    private static List<PlannedTrial> points(Plan plan) {
        return plan.trials().stream().filter(trial -> trial.repetition() == 1).toList();
    }

    private static List<String> common(Plan plan, PlannedSettings settings) {
        List<String> lines = new ArrayList<>(settings.lines());
        points(plan).stream()
                .flatMap(trial -> trial.spec().notes().entrySet().stream()
                        .map(note -> "note: " + note.getKey() + ": " + note.getValue()))
                .distinct()
                .forEach(lines::add);
        plan.trials().stream().map(trial -> needs(trial.spec())).distinct().forEach(lines::add);
        return lines;
    }

    /** Says how often each point is measured; empty where it is once. */
    private static String times(Plan plan) {
        int min = plan.repeat().min();
        int max = plan.repeat().max();
        String blocks = min == max ? Integer.toString(max) : min + " to " + max;
        return max == 1 ? "" : "× " + blocks + " blocks  ";
    }

    static String line(PlannedTrial trial, Plan plan, PlannedSettings settings) {
        var workload = trial.spec().workload();
        String dimensions = trial.dimensions().entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining(", "));
        return String.format(
                Locale.ROOT,
                "%3d  %-28s %s%s %s  %s  %d x %d partitions  %s  %s%s%s%s%s%s",
                trial.number(),
                trial.label(),
                times(plan),
                trial.spec().system().system(),
                trial.spec().deployed().serverVersion(),
                trial.spec().durabilityStatement(),
                workload.topics(),
                workload.partitions(),
                trial.spec().search().map(PlanText::load).orElseGet(() -> load(trial.spec())),
                trial.spec().search().map(PlanText::phases).orElseGet(() -> phases(trial.spec())),
                message(workload.message()),
                groups(trial.spec()),
                events(trial.spec()),
                dimensions.isEmpty() ? "" : "  [" + dimensions + "]",
                settings.further(trial));
    }

    private static String load(RateSearch search) {
        return "search %s to %s, bounds within %s".formatted(search.from(), search.to(), search.precision());
    }

    private static String phases(RateSearch search) {
        return "trials of %s + %s, then %s + %s"
                .formatted(
                        DurationText.format(search.warmup()),
                        DurationText.format(search.probe()),
                        DurationText.format(search.warmup()),
                        DurationText.format(search.decide()));
    }

    /** Writes rate, message size and bytes; rates of phases are written with the phases. */
    private static String load(TrialSpec trial) {
        Timeline timeline = trial.timeline();
        Workload workload = trial.workload();
        String size = sizes(workload.message());
        double bytesPerSecond = timeline.curve().total() * workload.message().meanBytes() / (timeline.endNanos() / 1e9);
        boolean changes =
                ratesOfTheirOwn(trial) || workload.rate().constantRate().isEmpty();
        return String.format(
                Locale.ROOT,
                "%s%.1f MB/s%s",
                ratesOfTheirOwn(trial) ? size + ", " : workload.rate() + " x " + size + " = ",
                bytesPerSecond / 1e6,
                changes ? " on average" : "");
    }

    /** Writes payload and keys, where they are not the default. */
    private static String message(MessageSpec message) {
        return (message.payload().equals(PayloadFill.RANDOM) ? "" : "  payload: " + message.payload())
                + (message.keys().isNone() ? "" : "  keys: " + message.keys());
    }

    /** Writes the size; where it varies, with its mean. */
    private static String sizes(MessageSpec message) {
        return message.size().isFixed() && !message.payload().isOfFile()
                ? message.sizeText()
                : String.format(Locale.ROOT, "(%s, mean %.1f B)", message.sizeText(), message.meanBytes());
    }

    private static boolean ratesOfTheirOwn(TrialSpec trial) {
        return trial.phases().values().stream()
                .anyMatch(phase -> phase.rate().own().isPresent());
    }

    /** Writes the lengths of the phases, with the names and rates that the scenario gives them. */
    private static String phases(TrialSpec trial) {
        return trial.timeline().parts().stream()
                .map(part -> (trial.phases().isEmpty() ? "" : part.phase().name() + " ")
                        + length(trial, part.phase())
                        + (ratesOfTheirOwn(trial) ? " at " + part.profile() : ""))
                .collect(Collectors.joining(" + "));
    }

    private static String length(TrialSpec trial, Phase phase) {
        String longest = DurationText.format(Duration.ofNanos(phase.lengthNanos()));
        if (trial.phases().isEmpty()) {
            boolean range = !phase.measured() && trial.timing().warmup().untilSteady();
            return range ? trial.timing().warmup() + ", until steady," : longest;
        }
        return (conditional(trial, phase) ? "at most " : "") + longest;
    }

    private static String groups(TrialSpec trial) {
        String groups = trial.workload().groups().entrySet().stream()
                .map(group -> group.getKey()
                        + (group.getValue().live()
                                ? ""
                                : " from " + group.getValue().startAt() + " on"))
                .collect(Collectors.joining(", "));
        return groups.isEmpty() ? "" : "  groups: " + groups;
    }

    private static String events(TrialSpec trial) {
        String events = trial.events().values().stream()
                .map(event -> event.title() + " at " + DurationText.format(event.at())
                        + (event.phase().isEmpty() ? "" : " of " + event.phase()))
                .collect(Collectors.joining(", "));
        return events.isEmpty() ? "" : "  events: " + events;
    }

    private static boolean conditional(TrialSpec trial, Phase phase) {
        PhaseSpec spec = trial.phases().get(phase.name());
        return spec != null && spec.until().hasCondition();
    }

    static String needs(TrialSpec trial) {
        return trial.on()
                .map(on -> "needs: the running cluster '%s' (%s %s), which 'assay cluster up' has started"
                        .formatted(
                                on.name(),
                                on.asStarted().system(),
                                on.asStarted().serverVersion()))
                .orElseGet(() -> "needs: " + Redactor.maskedUris(trial.system().needs()) + servers(trial));
    }

    /** Writes a note on settings of existing servers, which Assay can't set. */
    private static String servers(TrialSpec trial) {
        boolean existing = trial.system().deployment() == Deployment.EXISTING
                && !trial.settings().broker().isEmpty();
        return existing
                ? ", its servers set as settings.%s.broker says: Assay only compares what they report"
                        .formatted(trial.system().system())
                : "";
    }

    /** Writes a duration in minutes and seconds, such as {@code 3:05}. */
    public static String clock(Duration left) {
        return "%d:%02d".formatted(left.toMinutes(), left.toSecondsPart());
    }

    private static final class SearchPlanText {
        private SearchPlanText() {}

        static List<String> lines(Plan plan) {
            long searches = plan.trials().stream()
                    .filter(trial -> trial.spec().search().isPresent())
                    .count();
            List<String> lines = new ArrayList<>();
            lines.add("%s: %d %s for the highest sustained rate%s"
                    .formatted(
                            plan.scenario(),
                            searches,
                            searches == 1 ? "search" : "searches",
                            plan.repeat().max() == 1
                                    ? ""
                                    : " in " + plan.repeat().blocks()));
            lines.add("");
            PlannedSettings settings = PlannedSettings.of(plan);
            for (PlannedTrial trial : points(plan)) {
                lines.add(PlanText.line(trial, plan, settings));
                trial.spec().search().ifPresent(search -> lines.add(objectives(search)));
            }
            ProgressEstimate estimate = SearchEstimate.of(plan);
            lines.add("");
            lines.add(
                    ("%s trials in total if results are consistent, more if they contradict each other; a load of at most %s, less"
                                    + " if trials end early (without startup, drain and shutdown)")
                            .formatted(estimate.trials(), DurationText.format(minutes(estimate.load()))));
            lines.add(
                    plan.clusters() == ClusterSharing.PER_TRIAL
                            ? "each trial has its own cluster"
                            : "the trials of a search share a cluster; each trial records how old it was");
            lines.addAll(common(plan, settings));
            return lines;
        }

        /** Returns the load as it is below ten minutes, else rounded up to whole minutes. */
        private static Duration minutes(Duration load) {
            return load.toMinutes() < 10
                    ? load
                    : Duration.ofMinutes(load.plusSeconds(59).toMinutes());
        }

        private static String objectives(RateSearch search) {
            return "     objectives: %s%s"
                    .formatted(
                            String.join("; ", search.objectiveTexts()),
                            search.curve() ? "; then, once, latency at fractions of the rate found" : "");
        }
    }
}
