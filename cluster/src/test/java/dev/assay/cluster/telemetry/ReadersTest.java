package dev.assay.cluster.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metrics;
import org.junit.jupiter.api.Test;

class ReadersTest {
    private static final long SECOND = 1_000_000_000L;
    private static final Labels BROKER = Labels.of(Labels.NODE, "broker-1");

    private static ProcessCounters counters(long begun, double cpu, long bytes) {
        return new ProcessCounters(begun, cpu, 1000, bytes, 2 * bytes);
    }

    @Test
    void aProcessHasRatesFromItsSecondSampleOn() {
        ProcessReader reader = new ProcessReader(BROKER, 1);
        assertThat(reader.sample(0, counters(5, 1.0, 100))).containsExactly(Metrics.PROCESS_MEMORY.of(BROKER, 1000));
        assertThat(reader.sample(2 * SECOND, counters(5, 4.0, 300)))
                .containsExactlyInAnyOrder(
                        Metrics.PROCESS_CPU.of(BROKER, 1.5),
                        Metrics.PROCESS_DISK_READ.of(BROKER, 100),
                        Metrics.PROCESS_DISK_WRITTEN.of(BROKER, 200),
                        Metrics.PROCESS_MEMORY.of(BROKER, 1000));
    }

    @Test
    void aProcessThatVanishesHasNoValues() {
        ProcessReader reader = new ProcessReader(BROKER, 1);
        reader.sample(0, counters(5, 1.0, 100));
        assertThat(reader.sample(SECOND, null)).isEmpty();
    }

    @Test
    void anotherProcessOfTheSameNumberHasNoValues() {
        ProcessReader reader = new ProcessReader(BROKER, 1);
        reader.sample(0, counters(5, 1.0, 100));
        assertThat(reader.hasLostProcess()).isFalse();
        assertThat(reader.sample(SECOND, counters(6, 1.0, 100))).isEmpty();
        assertThat(reader.hasLostProcess()).isTrue();
    }
}
