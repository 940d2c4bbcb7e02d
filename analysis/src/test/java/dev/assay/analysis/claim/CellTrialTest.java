package dev.assay.analysis.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.study.Untestable;
import dev.assay.scenario.claim.Claim;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CellTrialTest {
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

        assertThat(trial(Map.of(CellTrial.FROM_DISK, 0.8)).untestable("service.p99", false, disk))
                .isNull();
        assertThat(trial(Map.of(CellTrial.FROM_DISK, 0.79)).untestable("service.p99", false, disk))
                .isEqualTo(Untestable.U7);
        assertThat(trial(Map.of("catch-up.rate", 9e5)).untestable("service.p99", false, disk))
                .as("nobody saw what the servers read")
                .isEqualTo(Untestable.U7);
        assertThat(trial(Map.of()).untestable("service.p99", false, Set.of())).isNull();
    }

    /** A latency that moved on while it was taken is none of a settled load, but how it moved is a result. */
    @Test
    void aTrialWhoseValuesDriftedIsLeftOutOfLatencies() {
        CellTrial drifted = trial(Map.of(), false, Set.of("drift"));

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

    private static CellTrial trial(Map<String, Double> values) {
        return trial(values, false, Set.of());
    }

    private static CellTrial trial(Map<String, Double> values, boolean severalDisks, Set<String> reasons) {
        return new CellTrial(
                1,
                Set.of(),
                false,
                reasons,
                Set.of(),
                Optional.of("disk"),
                Optional.empty(),
                severalDisks,
                Optional.empty(),
                values,
                Map.of(),
                Map.of(),
                Duration.ofMinutes(1),
                1_000_000);
    }
}
