package dev.assay.analysis.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.SeriesKey;
import dev.assay.analysis.SummaryLines;
import dev.assay.analysis.capacity.CapacityEstimate;
import dev.assay.analysis.quality.Quality;
import dev.assay.analysis.quality.Quality.Flaw;
import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Readings;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.result.CapacityRecord;
import dev.assay.model.result.CapacityRecord.State;
import dev.assay.model.result.CapacityTrial;
import dev.assay.model.result.CapacityTrial.Purpose;
import dev.assay.model.result.Interval;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.store.Summary;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MeasuredPointTest {
    private static final String P50 = "response.p50";
    private static final String P99 = "response.p99";
    private static final String PARTITIONS = "workload.partitions";

    private static String fingerprint(MeasuredRun run) {
        RunAnalysis analysis = run.run();
        return SeriesKey.of(
                        analysis.run().scenario(),
                        analysis.trials().getFirst().trial(),
                        analysis.run().environment())
                .fingerprint();
    }

    /** Writes the rows and reads them back, as on a card. */
    private static Map<String, MeasuredPoint> points(MeasuredRun... runs) {
        return MeasuredPoint.of(Arrays.stream(runs)
                .map(run -> new Summary(
                                "",
                                SummaryLines.VERSION,
                                SummaryLines.COLUMNS,
                                List.of(),
                                SummaryLines.ofCard(run.run()))
                        .csv())
                .map(csv -> Summary.read(
                        new String(csv, StandardCharsets.UTF_8), SummaryLines.COLUMNS, 100, SummaryLines::reading))
                .toList());
    }

    private static MeasuredPoint point(MeasuredRun... runs) {
        return points(runs).values().iterator().next();
    }

    private static Readings figure(Map<String, Readings> figures, String name) {
        return Objects.requireNonNull(figures.get(name));
    }

    @Test
    void a_value_is_the_median_of_what_a_comparison_counts_and_the_rest_is_counted() {
        MeasuredRun run = new MeasuredRun("run");
        run.trial(1, Map.of(), 10).trial(2, Map.of(), 14);
        run.trial(3, Map.of(), 11, MeasuredRun.reason(Grade.DEGRADED, "machine-cpu"));
        run.trial(4, Map.of(), 99, MeasuredRun.reason(Grade.DEGRADED, "foreign-cpu"));
        run.trial(5, Map.of(), 99, MeasuredRun.reason(Grade.INVALID, "rate-missed"));
        run.trial(6, Map.of(), 99, Quality.ofSamplesAbove(1));
        run.missing(7, Map.of(), true).missing(8, Map.of(), false);
        MeasuredPoint point = point(run);
        Map<String, Readings> figures = point.figures(Sampling.TRIALS_OF_RUNS);

        assertThat(figures).containsOnlyKeys("achieved", P50, P99, "end-to-end.p99");
        assertThat(figure(figures, P99).values()).containsExactly(10e6, 14e6, 11e6);
        assertThat(figure(figures, P99).typical()).hasValue(11e6);
        assertThat(figure(figures, "achieved").values())
                .as("of a load that was not sustained, too, as in a comparison")
                .hasSize(5);
        assertThat(point.trials(false))
                .as("one that failed is among them, one that was interrupted is no trial")
                .isEqualTo(7);
        assertThat(point.leftOut())
                .containsEntry("response.p99 too few samples", 1)
                .containsEntry("disturbed by other work on the machine", 1)
                .containsEntry("response.p99 INVALID (rate-missed)", 1)
                .containsEntry("did not finish", 1);
    }

    /** A run of whose trials most do not count has no value. */
    @Test
    void of_several_runs_each_is_one_value() {
        MeasuredRun first = new MeasuredRun("first").trial(1, Map.of(), 10).trial(2, Map.of(), 12);
        MeasuredRun second = new MeasuredRun("second").trial(1, Map.of(), 20).trial(2, Map.of(), 30);
        MeasuredRun disturbed = new MeasuredRun("third").trial(1, Map.of(), 40);
        disturbed.trial(2, Map.of(), 40, MeasuredRun.reason(Grade.DEGRADED, "foreign-cpu"));
        MeasuredPoint point = point(first, second, disturbed);

        assertThat(figure(point.figures(Sampling.RUNS), P99).values()).containsExactly(11e6, 25e6);
        assertThat(figure(point.figures(Sampling.TRIALS_OF_RUNS), P99).values()).hasSize(5);
    }

    @Test
    void versions_leave_the_fingerprint_as_it_is_and_settings_durability_and_machines_change_it() {
        MeasuredRun first = new MeasuredRun("first").trial(1, Map.of(), 10);
        first.environment = Map.of("kernel", "Linux 6.1", "memory.total", "24110 MiB");
        MeasuredRun newer = new MeasuredRun("newer");
        newer.version = "2.0";
        newer.environment = Map.of("kernel", "Linux 6.2", "memory.total", "24105 MiB");
        newer.trial(1, Map.of(), 11);
        MeasuredRun elsewhere = new MeasuredRun("elsewhere");
        elsewhere.machine = "two";
        elsewhere.environment = newer.environment;
        elsewhere.trial(1, Map.of(), 12);
        MeasuredRun weaker = new MeasuredRun("weaker");
        weaker.durability = DurabilityStatement.holding(DurabilityLevel.LEVEL_1);
        weaker.environment = newer.environment;
        weaker.trial(1, Map.of(), 12);

        assertThat(fingerprint(first)).hasSize(8).isEqualTo(fingerprint(newer));
        assertThat(fingerprint(elsewhere)).isNotEqualTo(fingerprint(first));
        assertThat(fingerprint(weaker)).isNotEqualTo(fingerprint(first)).isNotEqualTo(fingerprint(elsewhere));
    }

    @Test
    void a_key_at_its_default_is_as_good_as_none_so_that_new_keys_begin_no_series() {
        MeasuredRun before = new MeasuredRun("before").trial(1, Map.of(), 10);
        MeasuredRun withNewKey = new MeasuredRun("new-key");
        withNewKey.keys = Map.of("workload.in-flight", "5000");
        withNewKey.trial(1, Map.of(), 10);
        MeasuredRun other = new MeasuredRun("other");
        other.keys = Map.of("workload.in-flight", "4999");
        other.trial(1, Map.of(), 10);

        assertThat(fingerprint(withNewKey)).isEqualTo(fingerprint(before));
        assertThat(fingerprint(other)).isNotEqualTo(fingerprint(before));
    }

    @Test
    void systems_and_dimensions_are_points_of_their_own_and_a_version_that_varies_is_a_dimension() {
        String version = "systems.kafka.version";
        MeasuredRun run = new MeasuredRun("run");
        run.trial(1, Map.of(PARTITIONS, "1"), 10).trial(1, Map.of(PARTITIONS, "6"), 10);
        run.trial(1, Map.of(version, "1.0"), 10).trial(1, Map.of(version, "2.0"), 10);
        run.system = "pulsar";
        run.trial(1, Map.of(PARTITIONS, "6"), 10);

        assertThat(points(run)).hasSize(5);
    }

    /** An interrupted search says nothing, and one that confirmed no rate may lie anywhere below the missed rate, if that is known. */
    @ParameterizedTest
    @CsvSource({"UNDER_WAY, 3", "BELOW_RANGE, 6", "STOPPED, 6", "ABOVE_RANGE, 6"})
    void capacities_of_a_card_have_the_interval_of_their_run(State last, int found) {
        MeasuredRun run = new MeasuredRun("run");
        for (int block = 1; block <= found; block++) {
            run.searches.add(search(block, State.FOUND, Optional.of(1e5 + block), Optional.of(1.05e5 + block)));
        }
        Optional<Double> confirmed = last == State.ABOVE_RANGE ? Optional.of(5e5) : Optional.empty();
        run.searches.add(search(found + 1, last, confirmed, Optional.empty()));
        Readings capacity = figure(point(run).figures(Sampling.TRIALS_OF_RUNS), "capacity");

        assertThat(capacity.interval())
                .isPresent()
                .isEqualTo(
                        CapacityEstimate.of(run.searches).getFirst().readings().interval());
    }

    private static CapacityRecord search(int block, State state, Optional<Double> confirmed, Optional<Double> missed) {
        CapacityTrial trial =
                new CapacityTrial("t", Purpose.PROBE, 1e5, 5, CapacityTrial.Outcome.NO_EVIDENCE, "", false, "");
        return new CapacityRecord(
                "kafka",
                block,
                Map.of(),
                2_000,
                500_000,
                0.05,
                List.of(),
                state,
                "",
                confirmed,
                missed,
                0,
                List.of(trial));
    }

    /** The value keeps the part that the harness can have added, and a value that does not count keeps its reason. */
    @Test
    void a_row_has_the_interval_of_the_comparison() {
        MeasuredRun run = new MeasuredRun("run");
        Quality disturbed = new Quality(
                100, OptionalDouble.empty(), false, List.of(new Flaw(Quality.Kind.PAUSES, "w1", 4_000_000)));
        run.trial(1, Map.of(), 10, disturbed);
        run.trial(2, Map.of(), 99, MeasuredRun.reason(Grade.DEGRADED, "foreign-cpu"));
        List<Reading> rows = point(run).runs().getFirst().stream()
                .filter(row -> row.statistic().name().equals(P99))
                .toList();

        assertThat(rows.getFirst().interval()).isEqualTo(new Interval(6e6, 10e6, 10e6));
        assertThat(rows.getLast().value()).isEqualTo(99e6);
        assertThat(rows.getLast().why()).isEqualTo("disturbed by other work on the machine");
        assertThat(rows.getLast().counting()).isEmpty();
    }
}
