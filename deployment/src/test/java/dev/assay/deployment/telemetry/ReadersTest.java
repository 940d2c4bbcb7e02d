package dev.assay.deployment.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReadersTest {
    private static final long SECOND = 1_000_000_000L;

    private static Optional<ProcessCounters> counters(long begun, double cpu, long bytes) {
        return Optional.of(new ProcessCounters(begun, cpu, 1000, bytes, 2 * bytes));
    }

    @Test
    void aProcessHasRatesFromItsSecondSampleOn() {
        ProcessReader reader = new ProcessReader(1);
        assertThat(reader.sample(0, counters(5, 1.0, 100))).containsExactly(entry("resident_bytes", 1000.0));
        assertThat(reader.sample(2 * SECOND, counters(5, 4.0, 300)))
                .containsOnly(
                        entry("cpu_cores", 1.5),
                        entry("disk_read_bytes_per_s", 100.0),
                        entry("disk_write_bytes_per_s", 200.0),
                        entry("resident_bytes", 1000.0));
    }

    @Test
    void aProcessThatVanishesHasNoFigures() {
        ProcessReader reader = new ProcessReader(1);
        reader.sample(0, counters(5, 1.0, 100));
        assertThat(reader.sample(SECOND, Optional.empty())).isEmpty();
    }

    @Test
    void anotherProcessOfTheSameNumberHasNoFigures() {
        ProcessReader reader = new ProcessReader(1);
        reader.sample(0, counters(5, 1.0, 100));
        assertThat(reader.sample(SECOND, counters(6, 1.0, 100))).isEmpty();
    }
}
