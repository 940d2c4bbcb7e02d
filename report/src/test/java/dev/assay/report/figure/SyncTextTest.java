package dev.assay.report.figure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.metric.Labels;
import dev.assay.core.metric.Metrics;
import dev.assay.core.result.Phase;
import dev.assay.core.result.Series;
import java.util.List;
import org.junit.jupiter.api.Test;

class SyncTextTest {
    private static final List<Phase> PHASES =
            List.of(new Phase("warmup", 0, 1_000_000_000L), new Phase("measure", 1_000_000_000L, 3_000_000_000L));

    private static Labels node(String name) {
        return Labels.of(Labels.NODE, name);
    }

    @Test
    void eachServersMeanIsOfTheMeasuredPhase() {
        Series.Builder series = new Series.Builder();
        for (int second = 1; second <= 4; second++) {
            boolean measured = second == 2 || second == 3;
            series.at(second).put(Metrics.PROCESS_CPU, node("b-1"), 1);
            series.put(Metrics.NODE_SYNCS, node("b-1"), !measured ? 999 : second == 2 ? 10 : 21);
            if (!measured) {
                series.put(Metrics.NODE_SYNCS, node("b-2"), 999);
            }
        }
        assertThat(SyncText.perServer(series.build(), PHASES)).contains("b-1 15.5/s (n = 2 s), b-2 unknown (n = 0 s)");
    }

    @Test
    void whereNobodyCountedNothingIsSaid() {
        Series series = new Series.Builder()
                .at(2)
                .put(Metrics.PROCESS_CPU, node("b-1"), 1)
                .build();
        assertThat(SyncText.perServer(series, PHASES)).isEmpty();
    }
}
