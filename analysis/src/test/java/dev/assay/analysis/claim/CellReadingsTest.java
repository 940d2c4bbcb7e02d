package dev.assay.analysis.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.claim.CellReadings.Findings;
import dev.assay.analysis.claim.CellReadings.Servers;
import dev.assay.analysis.reading.Statistic;
import dev.assay.model.study.Untestable;
import dev.assay.scenario.claim.Claim;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CellReadingsTest {
    private static final String FROM_DISK = Statistic.FROM_DISK.name();

    @Test
    void whatNeedsSeveralDisksIsTestableOnSeveralAlone() {
        Map<String, Double> values = Map.of("service.p99", 4.0);
        Set<Untestable> disks = Set.of(Untestable.U3);

        assertThat(trial(values).untestable("service.p99", false, Set.of())).isNull();
        assertThat(trial(values).untestable("service.p99", false, disks)).isEqualTo(Untestable.U3);
        assertThat(trial(values, true, Set.of()).untestable("service.p99", false, disks))
                .isNull();
    }

    @Test
    void aBacklogWasReadFromDiskWhereFourFifthsOfItsBytesWereFetched() {
        Set<Untestable> disk = Set.of(Untestable.U7);

        assertThat(trial(Map.of(FROM_DISK, 0.8)).untestable("service.p99", false, disk))
                .isNull();
        assertThat(trial(Map.of(FROM_DISK, 0.79)).untestable("service.p99", false, disk))
                .isEqualTo(Untestable.U7);
        assertThat(trial(Map.of("catch-up.rate", 9e5)).untestable("service.p99", false, disk))
                .as("nobody saw what the servers read")
                .isEqualTo(Untestable.U7);
        assertThat(trial(Map.of()).untestable("service.p99", false, Set.of())).isNull();
    }

    /** A latency that moved during the measurement does not describe a settled load, but its movement is a result. */
    @Test
    void aTrialWhoseValuesDriftedIsLeftOutOfLatencies() {
        CellReadings drifted = trial(Map.of(), false, Set.of("drift"));

        assertThat(drifted.leftOut("service.p50", false, Claim.Needs.NONE))
                .isEqualTo("not at one level while it was measured");
        assertThat(drifted.leftOut("spread(service.p99@10s)", false, Claim.Needs.NONE))
                .isNull();
        assertThat(drifted.leftOut("", true, Claim.Needs.NONE)).as("a state").isNull();
        assertThat(trial(Map.of()).leftOut("service.p50", false, Claim.Needs.NONE))
                .isNull();
        assertThat(trial(Map.of(), false, Set.of("drift", "unsent")).leftOut("service.p50", false, Claim.Needs.NONE))
                .as("a lower bound, whatever it does later")
                .isNull();
    }

    private static CellReadings trial(Map<String, Double> values) {
        return trial(values, false, Set.of());
    }

    private static CellReadings trial(Map<String, Double> values, boolean severalDisks, Set<String> reasons) {
        return ClaimRows.trial(
                1,
                new Findings(Set.of(), false, reasons, Set.of()),
                ClaimRows.of(values),
                Optional.of("disk"),
                new Servers(severalDisks, Optional.empty()),
                Map.of());
    }
}
