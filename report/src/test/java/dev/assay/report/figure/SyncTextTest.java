package dev.assay.report.figure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.result.Phase;
import dev.assay.core.result.Series;
import java.util.List;
import org.junit.jupiter.api.Test;

class SyncTextTest {
    private static final List<Phase> PHASES =
            List.of(new Phase("warmup", 0, 1_000_000_000L), new Phase("measure", 1_000_000_000L, 3_000_000_000L));

    @Test
    void eachServersMeanIsOfTheMeasuredPhase() {
        Series series = new Series(
                List.of(Series.TIME, "b-1.syncs_per_s", "b-1.cpu_cores", "b-2.syncs_per_s"),
                List.of(
                        new double[] {1, 999, 1, 999},
                        new double[] {2, 10, 1, Double.NaN},
                        new double[] {3, 21, 1, Double.NaN},
                        new double[] {4, 999, 1, 999}));
        assertThat(SyncText.perServer(series, PHASES)).contains("b-1 15.5/s (n = 2 s), b-2 unknown (n = 0 s)");
    }

    @Test
    void whereNobodyCountedNothingIsSaid() {
        Series series = new Series(List.of(Series.TIME, "b-1.cpu_cores"), List.<double[]>of(new double[] {2, 1}));
        assertThat(SyncText.perServer(series, PHASES)).isEmpty();
    }
}
