package dev.assay.report;

import dev.assay.analysis.EventWindowAnalysis;
import dev.assay.analysis.EventWindowAnalysis.WindowAnalysis;
import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.PhaseAnalysis.GroupAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Statistic;
import dev.assay.analysis.statistics.CatchUp;
import dev.assay.model.result.ExecutedEvent;
import dev.assay.model.result.ExecutedEvent.Kind;
import dev.assay.model.result.TrialCourse;
import dev.assay.model.result.TrialIdentity;
import dev.assay.model.result.TrialPlan;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.TrialSetup;
import dev.assay.model.result.TrialSubscription;
import dev.assay.model.result.Verdict;
import dev.assay.model.result.Verdict.Finding;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.result.Verdict.Reason;
import dev.assay.model.timeline.Phase;
import dev.assay.model.timeline.Phase.Expectation;
import dev.assay.model.timeline.Phase.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** Makes a trial of two measured phases: a calm one, and one in which a late group catches up under more load than can be sustained. */
final class SamplePhases {
    private static final long SECOND = 1_000_000_000L;
    private static final TrialSubscription TAIL = new TrialSubscription("tail", "tail", true);
    private static final TrialSubscription LATE = new TrialSubscription("late", "late", false);

    private SamplePhases() {}

    static TrialAnalysis trial() {
        SampleTrial sample = new SampleTrial();
        sample.label = "kafka";
        sample.verdict = Verdict.of(
                1,
                List.of(new Reason(
                        Grade.DEGRADED, "hiccups", "a worker was stalled for 1.2 s of 60 s", "Run again.", "catch-up")),
                List.of(new Finding("catch-up", "rate-missed", "acknowledged 9,000 msg/s of 10,000 msg/s offered")));
        sample.judgedOtherwise = Optional.of(Verdict.of(List.of()));
        sample.events = List.of(
                new ExecutedEvent("late", Kind.START, "late", "start late", 70 * SECOND, 70 * SECOND, 70 * SECOND, ""),
                ExecutedEvent.of("inject", Kind.FAULT, "kill-one", 80 * SECOND, 80 * SECOND, 82 * SECOND, "broker-1"));
        TrialAnalysis whole = sample.build();
        PhaseAnalysis calm = renamed(whole.measured().getFirst(), sample.verdict, steady(), groups("steady", 0, 0));
        PhaseAnalysis busy =
                renamed(whole.measured().getFirst(), sample.verdict, catchUp(), groups("catch-up", 4_000_000, -12_000));
        return new TrialAnalysis(
                record(whole.trial()),
                whole.verdict(),
                List.of(whole.phases().getFirst(), calm, busy),
                List.of(new CatchUp(
                        "late",
                        "late",
                        70,
                        3_500_000,
                        OptionalDouble.of(102.5),
                        OptionalDouble.of(120_000),
                        OptionalDouble.of(131_000),
                        OptionalDouble.of(1.04))),
                List.of(new EventWindowAnalysis(
                        "late catches up",
                        List.of(
                                window("before", 10, 70, calm),
                                window("during", 70, 102.5, busy),
                                window("after", 102.5, 130, calm)))),
                whole.overTime(),
                whole.heatMaps(),
                whole.series(),
                2);
    }

    private static Phase steady() {
        return new Phase("steady", Role.MEASURE, Expectation.SUSTAINED, 10 * SECOND, 70 * SECOND);
    }

    private static Phase catchUp() {
        return new Phase("catch-up", Role.MEASURE, Expectation.OVERLOAD, 70 * SECOND, 130 * SECOND);
    }

    private static List<Reading> groups(String phase, double backlog, double growth) {
        return Stream.concat(
                        SampleRows.group(phase, TAIL.name(), 49_990, 120, 0).stream(),
                        SampleRows.group(phase, LATE.name(), 62_000, backlog, growth).stream())
                .toList();
    }

    private static WindowAnalysis window(String name, double from, double to, PhaseAnalysis phase) {
        List<Reading> rows = new ArrayList<>(phase.rows());
        rows.addFirst(SampleRows.exact(name, "", Statistic.ACHIEVED, 49_990));
        return new WindowAnalysis(name, from, to, rows);
    }

    private static PhaseAnalysis renamed(PhaseAnalysis other, Verdict verdict, Phase phase, List<Reading> groups) {
        List<Reading> rows = new ArrayList<>(other.rows());
        rows.addAll(groups);
        return new PhaseAnalysis(
                phase,
                verdict.ofPhase(phase.name()),
                other.offeredPerSecond(),
                rows,
                other.curves(),
                List.of(new GroupAnalysis(TAIL, true), new GroupAnalysis(LATE, false)),
                other.workers(),
                List.of(),
                Optional.empty(),
                List.of());
    }

    private static TrialRecord record(TrialRecord one) {
        return new TrialRecord(
                new TrialIdentity(
                        one.identity().number(),
                        one.identity().label(),
                        one.identity().repetition(),
                        one.identity().dimensions()),
                new TrialPlan(
                        one.plan().resolved(),
                        one.plan().workload(),
                        one.plan().result(),
                        one.plan().disks(),
                        one.plan().processors(),
                        one.plan().offeredPerSecond(),
                        one.plan().messageBytes()),
                new TrialSetup(
                        one.system(),
                        one.durability(),
                        one.setup().config(),
                        one.setup().cluster(),
                        one.setup().workers(),
                        one.setup().hosts(),
                        0),
                new TrialCourse(
                        one.course().startedAt(),
                        List.of(one.course().phases().getFirst(), steady(), catchUp()),
                        one.course().events(),
                        List.of(),
                        List.of(TAIL, LATE),
                        one.course().drain(),
                        one.delivery(),
                        List.of(),
                        List.of(),
                        List.of()),
                one.verdict());
    }
}
