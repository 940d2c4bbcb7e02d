package dev.assay.analysis.cost;

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
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PhaseCostTest {
    /** 1000 messages of 1000 B a second for 30 s. */
    private static TrialAnalysis trial(Series series, int secondsPerPoint) {
        TrialAnalysis flat =
                new MeasuredRun("x").trial(1, Map.of(), 4).run().trials().getFirst();
        return new TrialAnalysis(
                flat.trial(),
                flat.verdict(),
                flat.phases(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                series,
                secondsPerPoint);
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
            // After the phase, which ends at 30 s, it all goes up.
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
        TrialAnalysis trial = trial(series(3), 1);
        PhaseCost cost = PhaseCost.of(trial, trial.measured().getFirst()).orElseThrow();

        assertThat(trial.trial().system().nodes()).isEqualTo(3);
        assertThat(cost.serverCpuSeconds().orElseThrow()).isCloseTo(300, within(1e-6));
        assertThat(cost.workerCpuSeconds().orElseThrow()).isCloseTo(50, within(1e-6));
        assertThat(cost.writeAmplification().orElseThrow()).isCloseTo(3.3, within(1e-9));
        assertThat(cost.messagesPerSync().orElseThrow()).isCloseTo(20, within(1e-9));
        assertThat(cost.messagesPerWrite().orElseThrow()).isCloseTo(125, within(1e-9));
        assertThat(cost.messagesPerBatch().orElseThrow()).isCloseTo(5, within(1e-9));
        assertThat(cost.messages()).isEqualTo(30_000);
    }

    @Test
    void a_server_that_nobody_watched_leaves_what_servers_took_unknown() {
        TrialAnalysis trial = trial(series(2), 1);
        PhaseCost cost = PhaseCost.of(trial, trial.measured().getFirst()).orElseThrow();

        assertThat(cost.serverCpuSeconds()).isEmpty();
        assertThat(cost.writeAmplification()).isEmpty();
        assertThat(cost.messagesPerSync()).isEmpty();
        assertThat(cost.messagesPerWrite()).isEmpty();
        assertThat(cost.workerCpuSeconds().orElseThrow()).isCloseTo(50, within(1e-6));
    }

    @Test
    void what_is_not_recorded_costs_nothing_known() {
        TrialAnalysis trial = trial(Series.EMPTY, 1);
        PhaseCost cost = PhaseCost.of(trial, trial.measured().getFirst()).orElseThrow();

        assertThat(cost.serverCpuSeconds()).isEmpty();
        assertThat(cost.messagesPerSync()).isEmpty();
        assertThat(PhaseCost.of(trial(series(3), 2), trial.measured().getFirst()))
                .isEmpty();
    }
}
