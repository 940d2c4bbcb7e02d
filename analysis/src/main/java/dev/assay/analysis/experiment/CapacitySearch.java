package dev.assay.analysis.experiment;

import dev.assay.analysis.capacity.CapacityEstimate;
import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.result.CapacityRecord;
import dev.assay.model.result.CapacityTrial;
import dev.assay.model.result.CapacityTrial.Outcome;
import dev.assay.model.spec.ClusterSharing;
import dev.assay.model.spec.Deployment;
import dev.assay.model.spec.RateSearch;
import dev.assay.model.spec.TrialSpec;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.scenario.plan.ProgressEstimate;
import dev.assay.scenario.search.SearchBounds;
import dev.assay.scenario.search.SearchCourse;
import dev.assay.scenario.search.SearchCourse.Ask;
import dev.assay.scenario.search.SearchEstimate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Searches for the highest rate that is sustained, at each point of a plan by itself and one point after the other, block by
 * block. Points without a search are measured as they are. Each search of a point is independent from the start, so that its
 * result is a separate sample; only the first that finds a rate measures latency below it.
 */
public final class CapacitySearch implements Experiment {
    private final Plan plan;
    private final Function<TrialSpec, Optional<Double>> ceiling;

    /** @param plan one trial for each search */
    public CapacitySearch(Plan plan) {
        this(plan, _ -> Optional.empty());
    }

    private CapacitySearch(Plan plan, Function<TrialSpec, Optional<Double>> ceiling) {
        this.plan = plan;
        this.ceiling = ceiling;
    }

    @Override
    public Experiment beside(Function<TrialSpec, Optional<Double>> harness) {
        return new CapacitySearch(plan, harness);
    }

    private record Point(PlannedTrial base, @Nullable SearchCourse course, List<Run> runs) {
        RateSearch search() {
            return base.spec().search().orElseThrow();
        }
    }

    private record Run(PlannedTrial trial, @Nullable Ask ask, TrialResult result) {}

    private record Progress(List<Point> points, @Nullable PlannedTrial next) {}

    @Override
    public Optional<PlannedTrial> next(List<TrialResult> done) {
        return Optional.ofNullable(progress(done).next());
    }

    private Progress progress(List<TrialResult> done) {
        Map<Integer, TrialResult> byNumber =
                done.stream().collect(Collectors.toMap(TrialResult::number, Function.identity()));
        List<Point> points = new ArrayList<>();
        Set<String> searched = new HashSet<>();
        int number = 0;
        for (PlannedTrial base : plan.trials()) {
            boolean again = searched.contains(base.label());
            SearchCourse course = base.spec()
                    .search()
                    .map(search -> new SearchCourse(search, again))
                    .orElse(null);
            Point point = new Point(base, course, new ArrayList<>());
            points.add(point);
            NextTrial next = ask(point, number + 1);
            while (next != null) {
                number++;
                TrialResult result = byNumber.get(number);
                if (result == null) {
                    return new Progress(points, next.trial());
                }
                take(point, next, result);
                next = ask(point, number + 1);
            }
            if (course != null && course.bounds().lower() != null) {
                searched.add(base.label());
            }
        }
        return new Progress(points, null);
    }

    private record NextTrial(PlannedTrial trial, @Nullable Ask ask) {}

    private static @Nullable NextTrial ask(Point point, int number) {
        PlannedTrial base = point.base();
        SearchCourse course = point.course();
        if (course == null) {
            return point.runs().isEmpty() ? new NextTrial(base.numbered(number, base.label()), null) : null;
        }
        Ask ask = course.next();
        return ask == null ? null : new NextTrial(SearchTrials.trial(base, number, ask, course.size()), ask);
    }

    private static void take(Point point, NextTrial next, TrialResult result) {
        Ask ask = next.ask();
        point.runs().add(new Run(next.trial(), ask, result));
        SearchCourse course = point.course();
        if (course != null && ask != null) {
            course.take(ask, SearchTrials.outcome(point.search(), result).outcome());
        }
    }

    @Override
    public ProgressEstimate estimate(List<TrialResult> done) {
        Progress progress = progress(done);
        PlannedTrial trial = progress.next();
        if (trial == null) {
            return new ProgressEstimate(done.size(), done.size(), Duration.ZERO);
        }
        ProgressEstimate whole = SearchEstimate.of(plan);
        Duration next = Plan.loadTime(List.of(trial));
        Duration left = whole.load()
                .minus(Plan.loadTime(progress.points().stream()
                        .flatMap(point -> point.runs().stream())
                        .map(Run::trial)
                        .toList()));
        return new ProgressEstimate(
                Math.max(done.size() + 1, whole.min()),
                Math.max(done.size() + 1, whole.max()),
                left.compareTo(next) > 0 ? left : next);
    }

    @Override
    public List<LatencyStatistic> asksFor() {
        return plan.trials().stream()
                .flatMap(trial -> trial.spec().search().stream())
                .flatMap(search -> search.bounds().keySet().stream())
                .distinct()
                .toList();
    }

    @Override
    public boolean asksForLoad() {
        return true;
    }

    /** Tells whether the next trial belongs to another search than the one before it. */
    @Override
    public boolean beginsAnew(List<TrialResult> done) {
        Progress progress = progress(done);
        return progress.points().getLast().runs().isEmpty();
    }

    @Override
    public List<CapacityRecord> capacities(List<TrialResult> done) {
        List<CapacityRecord> records = new ArrayList<>();
        for (Point point : progress(done).points()) {
            SearchCourse course = point.course();
            if (course != null) {
                records.add(record(point, course));
            }
        }
        return records;
    }

    private CapacityRecord record(Point point, SearchCourse course) {
        RateSearch search = point.search();
        String stopped = course.stopped();
        SearchBounds bounds = course.bounds();
        return new CapacityRecord(
                point.base().label(),
                point.base().repetition(),
                point.base().dimensions(),
                search.from().perSecond(),
                search.to().perSecond(),
                search.precision().ratio(),
                search.objectiveTexts(),
                course.state(),
                stopped.isEmpty() ? "" : stopped + because(point),
                Optional.ofNullable(bounds.lower()),
                Optional.ofNullable(bounds.upper()),
                search.ceilingPerSecond() > 0
                        ? search.ceilingPerSecond()
                        : ceiling.apply(point.base().spec()).orElse(0.0),
                point.runs().stream().map(run -> trial(search, run)).toList());
    }

    private static String because(Point point) {
        return point.runs().stream()
                .map(run -> SearchTrials.outcome(point.search(), run.result()))
                .filter(outcome -> outcome.outcome() == Outcome.NO_EVIDENCE)
                .reduce((_, later) -> later)
                .map(outcome -> ": " + outcome.why())
                .orElse("");
    }

    private static CapacityTrial trial(RateSearch search, Run run) {
        Ask ask = Objects.requireNonNull(run.ask());
        LoadOutcome outcome = SearchTrials.outcome(search, run.result());
        return new CapacityTrial(
                run.trial().folder(),
                ask.purpose(),
                ask.rate().perSecond(),
                ask.measured().toMillis() / 1e3,
                outcome.outcome(),
                outcome.why(),
                outcome.endedEarly(),
                outcome.limit());
    }

    @Override
    public List<String> findings(List<TrialResult> done) {
        List<CapacityRecord> records = capacities(done);
        List<String> lines =
                new ArrayList<>(records.stream().map(CapacityText::sentence).toList());
        CapacityEstimate.of(records).forEach(point -> lines.addAll(CapacityText.together(point)));
        if (!freshClusters()) {
            lines.add(
                    "the searches were not made on a new cluster each, so what another cluster sustains is not known");
        }
        return lines;
    }

    private boolean freshClusters() {
        return plan.clusters() != ClusterSharing.SHARED
                && plan.clusters() != ClusterSharing.CONSECUTIVE
                && plan.trials().stream()
                        .map(PlannedTrial::spec)
                        .noneMatch(
                                spec -> spec.on().isPresent() || spec.system().deployment() == Deployment.EXISTING);
    }
}
