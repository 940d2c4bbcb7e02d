package dev.assay.analysis.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.SeriesKey;
import dev.assay.analysis.comparison.MeasuredRun;
import dev.assay.analysis.history.HistorySeries.Trend;
import dev.assay.analysis.quality.Quality;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.result.Verdict.Grade;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HistoryTest {
    private static final HistoryStatistic P99 = new HistoryStatistic("response.p99");
    private static final HistoryStatistic THROUGHPUT = new HistoryStatistic("throughput");
    private static final String PARTITIONS = "workload.partitions";

    private static MeasuredRun onDay(int day) {
        MeasuredRun run = new MeasuredRun("run-" + day);
        run.startedAt = "2026-11-%02dT09:00:00Z".formatted(day);
        return run;
    }

    private static History of(RunAnalysis... runs) {
        List<HistoryRun> kept =
                new ArrayList<>(List.of(runs).stream().map(HistoryRun::of).toList());
        Collections.reverse(kept);
        return History.of(kept);
    }

    @Test
    void a_value_is_the_median_of_what_a_comparison_counts_and_the_rest_is_counted() {
        MeasuredRun run = onDay(1);
        run.trial(1, Map.of(), 10).trial(2, Map.of(), 14);
        run.trial(3, Map.of(), 11, MeasuredRun.reason(Grade.DEGRADED, "machine-cpu"));
        run.trial(4, Map.of(), 99, MeasuredRun.reason(Grade.DEGRADED, "foreign-cpu"));
        run.trial(5, Map.of(), 99, MeasuredRun.reason(Grade.INVALID, "rate-missed"));
        run.trial(6, Map.of(), 99, Quality.ofSamplesAbove(1));
        run.missing(7, Map.of(), true).missing(8, Map.of(), false);
        HistoryRun kept = HistoryRun.of(run.run());
        HistoryPoint point = kept.points().values().iterator().next();

        assertThat(point.values(P99)).containsExactly(10e6, 14e6, 11e6);
        assertThat(point.typical(P99).orElseThrow()).isEqualTo(11e6);
        assertThat(point.values(THROUGHPUT)).hasSize(4);
        assertThat(point.verdicts()).isEqualTo(Map.of(Grade.VALID, 3, Grade.DEGRADED, 2, Grade.INVALID, 1));
        assertThat(point.failed()).isEqualTo(1);
        assertThat(kept.failed()).isEqualTo(1);
        assertThat(point.withoutValues()).isEqualTo(2);
        assertThat(point.typical(HistoryStatistic.VALID).orElseThrow())
                .as("3 of 7; what was interrupted is no trial")
                .isCloseTo(42.857, withinPercentage(0.01));
        assertThat(point.n(HistoryStatistic.VALID)).isEqualTo(7);
        assertThat(point.missing())
                .containsEntry("response.p99 too few samples", 1)
                .containsEntry("disturbed by other work on the machine", 1);
        assertThat(point.samples().getFirst().messages()).isEqualTo(30_000);
    }

    @Test
    void versions_change_within_a_series_and_settings_and_machines_begin_another() {
        MeasuredRun first = onDay(1).trial(1, Map.of(), 10);
        MeasuredRun newer = onDay(2);
        newer.version = "2.0";
        newer.environment = Map.of("kernel", "Linux 6.2", "memory.total", "24105 MiB");
        first.environment = Map.of("kernel", "Linux 6.1", "memory.total", "24110 MiB");
        newer.trial(1, Map.of(), 11);
        MeasuredRun elsewhere = onDay(3);
        elsewhere.machine = "two";
        elsewhere.environment = newer.environment;
        elsewhere.trial(1, Map.of(), 12);
        MeasuredRun weaker = onDay(4);
        weaker.durability = DurabilityStatement.holding(DurabilityLevel.LEVEL_1);
        weaker.environment = newer.environment;
        weaker.trial(1, Map.of(), 12);
        History history = of(first.run(), newer.run(), elsewhere.run(), weaker.run());

        assertThat(history.runs()).extracting(HistoryRun::id).containsExactly("run-1", "run-2", "run-3", "run-4");
        assertThat(history.series()).hasSize(3);
        HistorySeries series = history.series().getFirst();
        assertThat(series.points())
                .extracting(point -> point.versions().getOrDefault(HistoryPoint.SERVER, ""))
                .containsExactly("1.0", "2.0");
        SeriesKey other = history.series().get(1).key();
        assertThat(other.sameBut(series.key())).isTrue();
        assertThat(other.differences(series.key())).containsExactly("machines");
        assertThat(other.fingerprint()).hasSize(8).isNotEqualTo(series.key().fingerprint());
        assertThat(history.series().getLast().key().differences(series.key())).containsExactly("durability in effect");
    }

    @Test
    void a_key_at_its_default_is_as_good_as_none_so_that_new_keys_begin_no_series() {
        MeasuredRun before = onDay(1).trial(1, Map.of(), 10);
        MeasuredRun withNewKey = onDay(2);
        withNewKey.keys = Map.of("workload.in-flight", "5000");
        withNewKey.trial(1, Map.of(), 10);
        MeasuredRun other = onDay(3);
        other.keys = Map.of("workload.in-flight", "4999");
        other.trial(1, Map.of(), 10);
        History history = of(before.run(), withNewKey.run(), other.run());

        assertThat(history.series()).hasSize(2);
        HistorySeries series = history.series().getFirst();
        assertThat(series.points()).extracting(HistoryPoint::run).containsExactly("run-1", "run-2");
        assertThat(history.series().getLast().key().differences(series.key())).containsExactly("workload.in-flight");
    }

    @Test
    void systems_and_dimensions_are_series_of_their_own_and_a_version_that_varies_is_a_dimension() {
        String version = "systems.kafka.version";
        MeasuredRun run = onDay(1);
        run.trial(1, Map.of(PARTITIONS, "1"), 10).trial(1, Map.of(PARTITIONS, "6"), 10);
        run.trial(1, Map.of(version, "1.0"), 10).trial(1, Map.of(version, "2.0"), 10);
        run.system = "pulsar";
        run.trial(1, Map.of(PARTITIONS, "6"), 10);
        HistoryRun kept = HistoryRun.of(run.run());

        assertThat(kept.points()).hasSize(5);
        assertThat(kept.systems()).containsExactly("kafka 1.0", "pulsar 1.0");
        assertThat(kept.verdicts()).isEqualTo(Map.of(Grade.VALID, 5));
    }

    @Test
    void a_trend_has_a_median_of_each_run_and_the_last_stands_to_those_before() {
        RunAnalysis[] runs = IntStream.rangeClosed(1, 4)
                .mapToObj(day -> onDay(day).trial(1, Map.of(), day == 2 ? 30 : 10 * day))
                .map(MeasuredRun::run)
                .toArray(RunAnalysis[]::new);
        Trend trend = p99(of(runs));

        assertThat(trend.runs()).isEqualTo(4);
        assertThat(trend.medians().getLast()).isCloseTo(40e6, withinPercentage(1));
        assertThat(trend.before().orElseThrow()).isCloseTo(30e6, withinPercentage(1));
        assertThat(trend.minBefore()).isCloseTo(10e6, withinPercentage(1));
        assertThat(trend.maxBefore()).isCloseTo(30e6, withinPercentage(1));
        assertThat(p99(of(runs[0])).before()).isEmpty();
    }

    private static Trend p99(History history) {
        return history.series().getFirst().trends().stream()
                .filter(one -> one.statistic().equals(P99))
                .findFirst()
                .orElseThrow();
    }

    /** The median of those that count does not tell that fewer and fewer do. */
    @Test
    void the_fraction_of_valid_trials_is_a_series() {
        RunAnalysis[] runs = IntStream.rangeClosed(1, 3)
                .mapToObj(day -> {
                    MeasuredRun run = onDay(day);
                    for (int block = 1; block <= 4; block++) {
                        if (block < day) {
                            run.trial(block, Map.of(), 10, MeasuredRun.reason(Grade.INVALID, "loss"));
                        } else {
                            run.trial(block, Map.of(), 10);
                        }
                    }
                    return run.run();
                })
                .toArray(RunAnalysis[]::new);
        List<Trend> trends = of(runs).series().getFirst().trends();

        assertThat(trends)
                .filteredOn(trend -> trend.statistic().equals(HistoryStatistic.VALID))
                .singleElement()
                .satisfies(trend -> assertThat(trend.medians()).containsExactly(100.0, 75.0, 50.0));
        assertThat(trends)
                .filteredOn(trend -> trend.statistic().equals(P99))
                .singleElement()
                .satisfies(trend -> assertThat(trend.medians()).containsExactly(10e6, 10e6, 10e6));
    }

    @Test
    void a_run_without_an_instant_is_refused() {
        MeasuredRun run = onDay(1).trial(1, Map.of(), 10);
        run.startedAt = "yesterday";
        RunAnalysis analysis = run.run();

        assertThatThrownBy(() -> HistoryRun.of(analysis))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("started at 'yesterday'");
    }

    @Test
    void statistics_have_names_that_say_what_they_are() {
        assertThat(THROUGHPUT.isRate()).isTrue();
        assertThat(new HistoryStatistic("throughput in burst").isRate()).isTrue();
        assertThat(new HistoryStatistic("capacity").isRate()).isTrue();
        assertThat(P99.isRate()).isFalse();
        assertThat(P99.isBetterHigher()).isFalse();
        assertThat(HistoryStatistic.VALID.isRate()).isFalse();
        assertThat(HistoryStatistic.VALID.isBetterHigher()).isTrue();
        assertThatThrownBy(() -> new HistoryStatistic("speed")).isInstanceOf(IllegalArgumentException.class);
    }
}
