package dev.assay.scenario;

import dev.assay.model.metric.ComparedName;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.spec.FailCondition;
import dev.assay.model.spec.Incompatibility.Part;
import dev.assay.model.spec.KeyPath;
import dev.assay.model.spec.TrialSpec;
import dev.assay.model.timeline.Phase;
import dev.assay.scenario.SchemaNode.Many;
import dev.assay.scenario.SchemaNode.One;
import dev.assay.scenario.Tree.Scalar;
import dev.assay.scenario.TreeBinder.Place;
import dev.assay.scenario.plan.TrialPoint;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks the conditions of a scenario against what its trials will measure, and reads those of a recorded run. */
public final class FailConditions {
    private static final KeyPath KEY = KeyPath.TOP.to("fail-if");

    private final List<FailCondition> conditions;
    private final SourceLocator places;
    private final ProblemLog log;

    /** @param file the tree that says where problems are reported */
    FailConditions(List<FailCondition> conditions, Tree file, Source source, ProblemLog log) {
        this.conditions = conditions;
        this.places = new SourceLocator(file, Map.of(), source);
        this.log = log;
    }

    /**
     * Reads the conditions of a scenario that was valid before.
     *
     * @param overrides as {@code path=value}
     * @return empty where there are none, and for a study
     */
    public static List<FailCondition> recorded(String text, List<String> overrides) {
        ProblemLog log = new ProblemLog();
        Source source = Source.ofFile("scenario.yaml", text, SecretValues.UNREAD);
        Tree tree = YamlText.read(source, text, log);
        Tree value = tree == null || StudyFile.isStudy(text)
                ? null
                : SourceLocator.find(Overrides.apply(tree, overrides, source, log), KEY);
        if (value == null || (value instanceof Scalar scalar && scalar.absent())) {
            return List.of();
        }
        Object read = TreeBinder.ofWhatFits(Map.of(), log)
                .bind(new Many(new One(FailCondition.class), false), value, new Place(KEY, value.span(), ""));
        return read instanceof List<?> list
                ? list.stream().map(FailCondition.class::cast).toList()
                : List.of();
    }

    /**
     * Logs conditions that no value could decide.
     *
     * @param ofScenario whether the points are all of a scenario, and not a cell of a study
     */
    void check(boolean ofScenario, List<TrialPoint> points) {
        if (conditions.isEmpty()) {
            return;
        }
        if (!ofScenario) {
            log.add(
                    places.of(KEY, Part.NAME),
                    "fail-if compares what varies in a scenario, but the claims of a study say what decides them",
                    "remove it, or write a claim");
            return;
        }
        new ComparedPoints(points)
                .check(
                        "fail-if",
                        "leave one list, or remove fail-if and use 'assay compare DIR --by KEY --baseline VALUE --fail-if CONDITION' after the run",
                        places.of(KEY, Part.NAME),
                        log);
        for (int number = 1; number <= conditions.size(); number++) {
            String statistic = conditions.get(number - 1).statistic();
            KeyPath place = places.file() instanceof Tree.Mapping mapping
                            && mapping.value(KEY.toString()) instanceof Tree.Sequence
                    ? KEY.to(String.valueOf(number))
                    : KEY;
            points.stream()
                    .map(TrialPoint::spec)
                    .map(trial -> missing(statistic, trial))
                    .flatMap(Optional::stream)
                    .findFirst()
                    .ifPresent(missing -> log.add(
                            places.of(place, Part.VALUE),
                            "fail-if: " + statistic + " will not be measured: " + missing.why(),
                            missing.advice()));
        }
    }

    private record Missing(String why, String advice) {}

    private static Optional<Missing> missing(String statistic, TrialSpec trial) {
        boolean capacity = statistic.equals(ComparedName.CAPACITY);
        if (trial.search().isPresent()) {
            return capacity
                    ? Optional.empty()
                    : Optional.of(new Missing("a search has a capacity only", "write 'capacity < 0.95x'"));
        }
        if (capacity) {
            return Optional.of(new Missing(
                    "no rate is searched for", "write 'achieved < 0.95x', or a search in place of workload.rate"));
        }
        List<String> measured = trial.timeline().phases().stream()
                .filter(Phase::measured)
                .map(Phase::name)
                .toList();
        Optional<String> phase = ComparedName.phase(statistic);
        if (phase.isPresent() && !measured.contains(phase.get())) {
            return Optional.of(new Missing(
                    "there is no measured phase '" + phase.get() + "'",
                    "the measured phases: " + String.join(", ", measured)));
        }
        if (phase.isEmpty() && measured.size() > 1) {
            return Optional.of(new Missing(
                    "several phases are measured, and it names none",
                    "write '" + statistic + " in PHASE', with one of " + String.join(", ", measured)));
        }
        boolean read = ComparedName.isRate(statistic)
                || !isOfConsumers(statistic)
                || !trial.workload().allSubscriptions().isEmpty();
        return read
                ? Optional.empty()
                : Optional.of(new Missing("nothing reads the messages", "give workload.subscriptions at least 1"));
    }

    private static boolean isOfConsumers(String statistic) {
        LatencyMetric metric = LatencyStatistic.parse(statistic).metric();
        return metric == LatencyMetric.END_TO_END || metric == LatencyMetric.SEND_TO_RECEIVE;
    }
}
