package dev.assay.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.correlation.CorrelatedEvents;
import dev.assay.analysis.correlation.CorrelatedEvents.Recurring;
import dev.assay.analysis.correlation.LatencySpike;
import dev.assay.analysis.correlation.LatencySpike.Beside;
import dev.assay.analysis.reading.CostReadings;
import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Reading.Source;
import dev.assay.analysis.reading.Statistic;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metrics;
import dev.assay.model.result.Verdict;
import dev.assay.model.timeline.Phase;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WhyTextTest {
    private static final Labels BROKER = Labels.of(Labels.NODE, "broker-2");
    private static final Beside WROTE = new Beside(Metrics.PROCESS_DISK_WRITTEN, BROKER, 38.2e6, 3.1e6);
    private static final Beside USED = new Beside(Metrics.PROCESS_CPU, BROKER, 1.2, 0.3);

    @Test
    void spikes_name_what_stood_out_beside_them() {
        CorrelatedEvents found = new CorrelatedEvents(
                4_100_000,
                List.of(
                        new LatencySpike(11, 13, 49_800_000, 1_998, List.of(WROTE, USED, WROTE, USED)),
                        new LatencySpike(24, 25, 20_000_000, 2_000, List.of())),
                List.of(new Recurring(Metrics.PROCESS_DISK_WRITTEN, BROKER, 2, 0.0312)),
                58,
                25,
                2.23);

        assertThat(WhyText.correlatedEvents(found))
                .containsExactly(
                        "recurs with 2 of 2 spikes (p = 0.031 by shifts, 58 series): disk writes of broker-2",
                        "11 to 13 s (p99 up to 49.8 ms, n = 1,998): disk writes of broker-2 38.2 MB/s (usually 3.1 MB/s);"
                                + " processor time of broker-2 1.20 cores (usually 0.30 cores);"
                                + " disk writes of broker-2 38.2 MB/s (usually 3.1 MB/s), and 1 more",
                        "24 to 25 s (p99 up to 20.0 ms, n = 2,000): nothing recorded stood out");
        assertThat(WhyText.note(found))
                .contains("the usual one (4.10 ms, the median of all seconds)")
                .contains(
                        "than in any of 25 calm seconds. By chance alone, about 2.2 of 58 series would appear beside each spike");
    }

    @Test
    void only_the_worst_spikes_are_told() {
        List<LatencySpike> spikes = java.util.stream.IntStream.rangeClosed(1, 7)
                .mapToObj(i -> new LatencySpike(10 * i, 10 * i + 1, i * 10_000_000L, 100, List.of()))
                .toList();
        List<String> lines = WhyText.correlatedEvents(new CorrelatedEvents(1_000_000, spikes, List.of(), 1, 60, 0));

        assertThat(lines).hasSize(6);
        assertThat(lines.getFirst()).startsWith("30 to 31 s");
        assertThat(lines.getLast()).isEqualTo("and 2 lesser spikes");
    }

    @Test
    void costs_have_units_and_n() {
        PhaseAnalysis phase = new PhaseAnalysis(
                new Phase("measure", 0, 1),
                Verdict.of(List.of()),
                1,
                List.of(
                        row(CostReadings.SERVER_CPU, 312.4),
                        row(CostReadings.WORKER_CPU, 50),
                        row(CostReadings.DISK_WRITTEN, 3312),
                        row(CostReadings.WRITE_AMPLIFICATION, 3.312),
                        row(CostReadings.PER_WRITE, 12.5),
                        row(CostReadings.PER_BATCH, 3.1)),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                Optional.empty(),
                List.of());

        assertThat(WhyText.costs(phase))
                .containsExactly(
                        "servers: 312 s of processor time per million messages (n = 30,000 messages)",
                        "workers (clients and harness): 50.0 s of processor time per million messages (n = 30,000 messages)",
                        "servers sent 3.31 bytes to disks per byte of payload, all copies together (n = 30,000 messages)",
                        "12.5 messages per write request that servers handled (n = 30,000 messages)",
                        "3.10 messages per batch that clients sent (n = 30,000 messages)");
    }

    private static Reading row(Statistic statistic, double value) {
        return Reading.exact(Source.of(statistic), value, 30_000);
    }
}
