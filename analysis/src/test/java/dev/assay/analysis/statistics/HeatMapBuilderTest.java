package dev.assay.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.statistics.LatencyHeatMap.Column;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.timeline.Phase;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class HeatMapBuilderTest {
    private static final long SECOND = 1_000_000_000L;

    private static HeatMapBuilder map(int seconds) {
        return new HeatMapBuilder(List.of(new Phase("measure", 0, seconds * SECOND)));
    }

    private static Histogram of(long... nanos) {
        Histogram histogram = new Histogram(3);
        for (long value : nanos) {
            histogram.recordValue(value);
        }
        return histogram;
    }

    private static Column column(double seconds, Map<Integer, Long> samples) {
        return new Column(seconds, new TreeMap<>(samples));
    }

    @Test
    void samplesAreCountedBySecondAndSize() {
        HeatMapBuilder map = map(60);
        map.add(1, of(0, 500, 1_500_000, 1_400_000));
        map.add(2, of(1_000_000));
        map.add(2, of(10_000_000, 10_000_000));

        assertThat(map.of(LatencyMetric.RESPONSE))
                .contains(new LatencyHeatMap(
                        LatencyMetric.RESPONSE,
                        1,
                        List.of(column(1, Map.of(24, 2L, 49, 2L)), column(2, Map.of(48, 1L, 56, 2L)))));
    }

    @Test
    void aLongTrialHasFewerColumnsAndAllSamples() {
        HeatMapBuilder map = map(1000);
        for (int second = 1; second <= 1000; second++) {
            map.add(second, of(1_000_000));
        }

        LatencyHeatMap made = map.of(LatencyMetric.RESPONSE).orElseThrow();
        assertThat(made.secondsPerColumn()).isEqualTo(8);
        assertThat(made.columns()).hasSize(125).contains(column(8, Map.of(48, 8L)), column(1000, Map.of(48, 8L)));
    }

    @Test
    void withoutSamplesThereIsNone() {
        assertThat(map(60).of(LatencyMetric.RESPONSE)).isEmpty();
    }
}
