package dev.assay.analysis.correlation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.comparison.MeasuredRun;
import dev.assay.analysis.correlation.LatencySpike.Beside;
import dev.assay.analysis.statistics.LatencyLine;
import dev.assay.analysis.statistics.LatencyLine.Point;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.Metrics;
import dev.assay.model.result.Series;
import dev.assay.model.timeline.Phase;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CorrelatedEventsTest {
    private static final Labels NODE = Labels.of(Labels.NODE, "broker-2");
    private static final Labels OTHER = Labels.of(Labels.NODE, "broker-1");
    private static final long MILLI = 1_000_000;

    record Line(Labels labels, IntToDoubleFunction bySecond) {}

    /** Builds a trial of so many seconds, in which processes with these labels use cores. */
    private static TrialAnalysis trial(int seconds, Set<Integer> spikes, int perPoint, List<Line> cores) {
        List<Point> points = IntStream.rangeClosed(1, seconds)
                .mapToObj(second -> {
                    long p99 = (spikes.contains(second) ? 40 : 4) * MILLI;
                    return new Point(second, 1_000, MILLI, MILLI, p99, 2 * p99);
                })
                .toList();
        Series.Builder series = new Series.Builder();
        Map<Labels, Series.Builder.Column> columns = new HashMap<>();
        for (int second = 1; second <= seconds; second++) {
            series.at(second);
            for (Line line : cores) {
                columns.computeIfAbsent(line.labels(), labels -> series.column(Metrics.PROCESS_CPU, labels))
                        .put(line.bySecond().applyAsDouble(second));
            }
        }
        TrialAnalysis flat =
                new MeasuredRun("x").trial(1, Map.of(), 4).run().trials().getFirst();
        return new TrialAnalysis(
                flat.trial(),
                flat.verdict(),
                flat.phases(),
                List.of(),
                List.of(),
                List.of(new LatencyLine(LatencyMetric.RESPONSE, "", points)),
                List.of(),
                series.build(),
                perPoint);
    }

    static CorrelatedEvents of(int seconds, Set<Integer> spikes, List<Line> cores) {
        return CorrelatedEvents.of(trial(seconds, spikes, 1, cores), phase(seconds))
                .orElseThrow();
    }

    private static Phase phase(int seconds) {
        return new Phase(Phase.MEASURE, 0, seconds * 1_000_000_000L);
    }

    @Test
    void what_is_higher_than_in_any_calm_second_is_named() {
        CorrelatedEvents found = of(
                30,
                Set.of(12, 13, 25),
                List.of(
                        new Line(NODE, second -> second == 12 || second == 25 ? 1.8 : 0.4 + 0.001 * second),
                        new Line(OTHER, second -> 0.5)));

        assertThat(found.usualP99Nanos()).isEqualTo(4 * MILLI);
        assertThat(found.spikes()).hasSize(2);
        LatencySpike first = found.spikes().getFirst();
        assertThat(first.fromSeconds()).isEqualTo(11);
        assertThat(first.toSeconds()).isEqualTo(13);
        assertThat(first.p99Nanos()).isEqualTo(40 * MILLI);
        assertThat(first.with()).extracting(Beside::labels).containsExactly(NODE);
        assertThat(first.with().getFirst().value()).isEqualTo(1.8);
        assertThat(found.looked()).isEqualTo(2);
        assertThat(found.recurring())
                .extracting(CorrelatedEvents.Recurring::hits)
                .containsExactly(2);
    }

    @Test
    void what_hardly_moves_does_not_stand_out() {
        CorrelatedEvents found = of(30, Set.of(12), List.of(new Line(NODE, second -> second == 12 ? 0.55 : 0.5)));

        assertThat(found.spikes().getFirst().with()).isEmpty();
    }

    @Test
    void one_hit_is_nothing_that_recurs() {
        CorrelatedEvents found = of(30, Set.of(12, 25), List.of(new Line(NODE, second -> second == 12 ? 1.8 : 0.4)));

        assertThat(found.spikes().getFirst().with()).hasSize(1);
        assertThat(found.recurring()).isEmpty();
    }

    @Test
    void a_calm_trial_has_no_spikes() {
        assertThat(of(30, Set.of(), List.of(new Line(NODE, second -> second))).spikes())
                .isEmpty();
    }

    @Test
    void too_few_calm_seconds_say_nothing() {
        assertThat(CorrelatedEvents.of(trial(14, Set.of(), 1, List.of()), phase(14)))
                .isEmpty();
        assertThat(CorrelatedEvents.of(trial(30, Set.of(3), 2, List.of()), phase(30)))
                .as("only extremes of several seconds are known")
                .isEmpty();
    }

    /** The last seconds of a growing series are its highest, but no further above its level than the others. */
    @Test
    void what_grows_does_not_stand_out_at_its_end() {
        CorrelatedEvents found = of(
                60,
                Set.of(50, 55, 58),
                List.of(new Line(NODE, second -> 100 * second), new Line(OTHER, second -> second < 48 ? 1 : 40)));

        assertThat(found.spikes())
                .hasSize(3)
                .allSatisfy(spike -> assertThat(spike.with()).isEmpty());
    }

    /** Computed by hand: of 40 shifts only the one by none hits both spikes; one by 13 seconds hits one with the higher value. */
    @Test
    void the_p_of_what_recurs_is_the_fraction_of_shifts_with_as_many_hits() {
        CorrelatedEvents found = of(
                40,
                Set.of(10, 23),
                List.of(
                        new Line(NODE, second -> second == 10 ? 3 : second == 23 ? 4 : 0),
                        new Line(OTHER, second -> 1)));

        assertThat(found.recurring()).hasSize(1);
        assertThat(found.recurring().getFirst().p()).isEqualTo(1 / 40.0);
        assertThat(found.byChance()).as("one of two spikes in one of 39 shifts").isEqualTo(0.5 / 39);
    }

    /** The series peaks every tenth second, like the spikes: a tenth of all shifts has as many hits. */
    @Test
    void what_has_the_period_of_the_spikes_recurs_by_chance() {
        CorrelatedEvents found =
                of(60, Set.of(5, 15, 25, 35, 45, 55), List.of(new Line(NODE, second -> second % 10 == 5 ? 3 : 0)));

        assertThat(found.spikes())
                .hasSize(6)
                .allSatisfy(spike -> assertThat(spike.with()).hasSize(1));
        assertThat(found.recurring()).isEmpty();
    }
}
