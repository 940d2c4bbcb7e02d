package dev.assay.scenario.study;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MachineMetricTest {
    @Test
    void namesAreThoseOfStudyFiles() {
        assertThat(MachineMetric.of("fdatasync.p99")).contains(MachineMetric.SYNC_P99);
        assertThat(MachineMetric.of("disk")).isEmpty();
    }
}
