package dev.assay.analysis.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.comparison.MeasuredRun;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metric;
import dev.assay.model.metric.Metrics;
import dev.assay.model.result.Series;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CostReadingsTest {
    /** Sends 1000 messages of 1000 B a second for 30 s. */
    private static final TrialAnalysis TRIAL =
            new MeasuredRun("x").trial(1, Map.of(), 4).run().trials().getFirst();

    private static List<Reading> rows(Series series, int secondsPerPoint) {
        return CostReadings.of(
                TRIAL.trial(),
                TRIAL.verdict(),
                series,
                secondsPerPoint,
                TRIAL.measured().getFirst().phase(),
                1000);
    }

    private static Map<Statistic, Double> values(Series series) {
        return rows(series, 1).stream().collect(Collectors.toMap(Reading::statistic, Reading::value));
    }

    private static Series series(int servers) {
        Series.Builder series = new Series.Builder();
        List<Series.Builder.Column> cpu = nodes(series, Metrics.PROCESS_CPU, servers);
        List<Series.Builder.Column> written = nodes(series, Metrics.PROCESS_DISK_WRITTEN, servers);
        List<Series.Builder.Column> writes = nodes(series, Metrics.NODE_WRITES, servers);
        List<Series.Builder.Column> syncs = nodes(series, Metrics.NODE_SYNCS, servers);
        Series.Builder.Column worker = series.column(Metrics.PROCESS_CPU, Labels.of(Labels.WORKER, "w1"));
        Series.Builder.Column batches = series.column(Metrics.CLIENT_BATCHES, Labels.of(Labels.WORKER, "w1"));
        Series.Builder.Column others = series.column(Metrics.CLIENT_BATCHES, Labels.of(Labels.WORKER, "w2"));
        for (int second = 1; second <= 40; second++) {
            series.at(second);
            // After the phase, which ends at 30 s, all values rise.
            double scale = second > 30 ? 100 : 1;
            for (int server = 0; server < servers; server++) {
                cpu.get(server).put(0.1 * scale);
                written.get(server).put(1_100_000 * scale);
                syncs.get(server).put(server == 0 ? 50 * scale : 0);
                writes.get(server).put(server == 1 ? 8 * scale : 0);
            }
            worker.put((second % 2 == 0 ? 0.04 : 0.06) * scale);
            batches.put(150 * scale);
            others.put(50 * scale);
        }
        return series.build();
    }

    private static List<Series.Builder.Column> nodes(Series.Builder series, Metric metric, int servers) {
        return IntStream.rangeClosed(1, servers)
                .mapToObj(number -> series.column(metric, Labels.of(Labels.NODE, "broker-" + number)))
                .toList();
    }

    @Test
    void costs_are_sums_over_servers_by_what_was_acknowledged() {
        List<Reading> rows = rows(series(3), 1);

        assertThat(TRIAL.trial().system().nodes()).isEqualTo(3);
        assertThat(rows).extracting(Reading::n).containsOnly(30_000L);
        Map<Statistic, Double> expected = Map.of(
                CostReadings.SERVER_CPU,
                300.0,
                CostReadings.WORKER_CPU,
                50.0,
                CostReadings.DISK_WRITTEN,
                3300.0,
                CostReadings.WRITE_AMPLIFICATION,
                3.3,
                CostReadings.PER_SYNC,
                20.0,
                CostReadings.PER_WRITE,
                125.0,
                CostReadings.PER_BATCH,
                5.0);
        assertThat(rows).hasSize(expected.size());
        assertThat(rows)
                .allSatisfy(row -> assertThat(row.value())
                        .as(row.statistic().name())
                        .isCloseTo(expected.getOrDefault(row.statistic(), 0.0), within(1e-6)));
    }

    @Test
    void a_server_that_nobody_watched_leaves_what_servers_took_unknown() {
        assertThat(values(series(2))).containsOnlyKeys(CostReadings.WORKER_CPU, CostReadings.PER_BATCH);
    }

    @Test
    void what_is_not_recorded_costs_nothing_known() {
        assertThat(rows(Series.EMPTY, 1)).isEmpty();
        assertThat(rows(series(3), 2)).isEmpty();
    }
}
