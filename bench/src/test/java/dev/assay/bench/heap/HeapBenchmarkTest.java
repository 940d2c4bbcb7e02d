package dev.assay.bench.heap;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HeapBenchmarkTest {
    @Test
    void isFlatOnlyWhereTheWholeIntervalSaysSo() {
        assertThat(HeapBenchmark.flatness(0.5, 1.5)).isEqualTo("yes");
        assertThat(HeapBenchmark.flatness(-9, 1)).isEqualTo("yes");
        assertThat(HeapBenchmark.flatness(3, 1)).isEqualTo("yes");
        assertThat(HeapBenchmark.flatness(3, 1.1)).startsWith("too few readings");
        assertThat(HeapBenchmark.flatness(-9, 100)).startsWith("too few readings");
        assertThat(HeapBenchmark.flatness(450, 20)).isEqualTo("no");
    }
}
