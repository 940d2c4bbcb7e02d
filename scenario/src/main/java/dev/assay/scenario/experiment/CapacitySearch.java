package dev.assay.scenario.experiment;

import dev.assay.model.result.CapacityRecord;
import dev.assay.model.result.CapacityTrial;
import dev.assay.model.result.CapacityTrial.Outcome;
import dev.assay.model.result.LatencyStatistic;
import dev.assay.model.spec.RateSearch;
import dev.assay.model.spec.TrialSpec;
import dev.assay.scenario.experiment.SearchCourse.Ask;
import dev.assay.scenario.experiment.SearchLevel.Bounds;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.plan.PlannedTrial;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Searches for the highest rate that is sustained, at each point of a plan by itself and one point after the other. Points without a
 * search are measured once, as they are.
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

    /** A point of the plan with the trials that it has had. */
    private record Point(PlannedTrial base, Optional<SearchCourse> course, List<Run> runs) {
        RateSearch search() {
            return base.spec().search().orElseThrow();
        }
    }

    /** A trial with its result. */
    private record Run(PlannedTrial trial, Optional<Ask> ask, TrialResult result) {}

    /** How far the results have led. */
    private record Progress(List<Point> points, Optional<PlannedTrial> next) {}

    @Override
    public Optional<PlannedTrial> next(List<TrialResult> done) {
        return progress(done).next();
    }

    private Progress progress(List<TrialResult> done) {
        Map<Integer, TrialResult> byNumber =
                done.stream().collect(Collectors.toMap(TrialResult::number, Function.identity()));
        List<Point> points = new ArrayList<>();
        int number = 0;
        for (PlannedTrial base : plan.trials()) {
            Point point = new Point(base, base.spec().search().map(SearchCourse::new), new ArrayList<>());
            points.add(point);
            Optional<Asked> asked = ask(point, number + 1);
            while (asked.isPresent()) {
                number++;
                TrialResult result = byNumber.get(number);
                if (result == null) {
                    return new Progress(points, Optional.of(asked.get().trial()));
                }
                take(point, asked.get(), result);
                asked = ask(point, number + 1);
            }
        }
        return new Progress(points, Optional.empty());
    }

    /** A trial that is asked for. */
    private record Asked(PlannedTrial trial, Optional<Ask> ask) {}

    private static Optional<Asked> ask(Point point, int number) {
        if (point.course().isEmpty()) {
            PlannedTrial base = point.base();
            return point.runs().isEmpty()
                    ? Optional.of(new Asked(base.numbered(number, base.label()), Optional.empty()))
                    : Optional.empty();
        }
        SearchCourse course = point.course().get();
        return course.next()
                .map(ask -> new Asked(SearchTrials.trial(point.base(), number, ask, course.size()), Optional.of(ask)));
    }

    private static void take(Point point, Asked asked, TrialResult result) {
        point.runs().add(new Run(asked.trial(), asked.ask(), result));
        point.course()
                .ifPresent(course -> course.take(
                        asked.ask().orElseThrow(),
                        SearchTrials.outcome(point.search(), result).outcome()));
    }

    @Override
    public Outlook outlook(List<TrialResult> done) {
        Progress progress = progress(done);
        if (progress.next().isEmpty()) {
            return new Outlook(done.size(), done.size(), Duration.ZERO);
        }
        Outlook whole = SearchForecast.of(plan);
        Duration next = Plan.loadTime(List.of(progress.next().get()));
        Duration left = whole.load()
                .minus(Plan.loadTime(progress.points().stream()
                        .flatMap(point -> point.runs().stream())
                        .map(Run::trial)
                        .toList()));
        return new Outlook(
                Math.max(done.size() + 1, whole.least()),
                Math.max(done.size() + 1, whole.most()),
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

    /** Whether that trial belongs to another search than the one before it. */
    @Override
    public boolean beginsAnew(List<TrialResult> done) {
        Progress progress = progress(done);
        return progress.points().getLast().runs().isEmpty();
    }

    @Override
    public List<CapacityRecord> capacities(List<TrialResult> done) {
        return progress(done).points().stream()
                .filter(point -> point.course().isPresent())
                .map(this::record)
                .toList();
    }

    private CapacityRecord record(Point point) {
        RateSearch search = point.search();
        SearchCourse course = point.course().orElseThrow();
        Bounds bounds = course.bounds();
        return new CapacityRecord(
                point.base().label(),
                point.base().repetition(),
                point.base().dimensions(),
                search.from().perSecond(),
                search.to().perSecond(),
                search.precision().ratio(),
                search.objectiveTexts(),
                course.state(),
                course.stopped().map(why -> why + because(point)).orElse(""),
                bounds.lower(),
                bounds.upper(),
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
        Ask ask = run.ask().orElseThrow();
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
        lines.addAll(CapacityText.repetitions(records));
        return lines;
    }
}
