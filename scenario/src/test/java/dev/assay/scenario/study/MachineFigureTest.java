package dev.assay.scenario.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.calibration.Calibration;
import dev.assay.model.calibration.DiskFigures;
import dev.assay.model.calibration.DurationFigures;
import dev.assay.model.calibration.LoopbackFigures;
import dev.assay.model.calibration.MachineFingerprint;
import dev.assay.model.calibration.SyncFigures;
import dev.assay.model.calibration.TransferFigures;
import dev.assay.scenario.study.MachineFigure.Measured;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MachineFigureTest {
    private static final int BLOCK = 1 << 20;

    @Test
    void figuresAreThoseOfTheDiskThatServersWriteTo() {
        Calibration calibration = calibrated(List.of(
                disk(Optional.of(new TransferFigures(327e6, BLOCK, 512)), 1_500_000),
                disk(Optional.of(new TransferFigures(900e6, BLOCK, 512)), 9_000_000)));

        assertThat(MachineFigure.DISK_WRITE.of(calibration)).contains(new Measured(327, 512));
        assertThat(MachineFigure.SYNC_P50.of(calibration)).contains(new Measured(0.2, 100));
        assertThat(MachineFigure.SYNC_P99.of(calibration)).contains(new Measured(1.5, 100));
    }

    @Test
    void whatWasNotMeasuredIsNotKnown() {
        assertThat(MachineFigure.DISK_READ.of(calibrated(List.of(disk(Optional.empty(), 1_500_000)))))
                .isEmpty();
        assertThat(MachineFigure.SYNC_P99.of(calibrated(List.of()))).isEmpty();
    }

    @Test
    void namesAreThoseOfStudyFiles() {
        assertThat(MachineFigure.of("fdatasync.p99")).contains(MachineFigure.SYNC_P99);
        assertThat(MachineFigure.of("disk")).isEmpty();
    }

    private static DiskFigures disk(Optional<TransferFigures> transfer, long p99Nanos) {
        SyncFigures syncs = new SyncFigures(4096, 1000, new DurationFigures(100, 200_000, p99Nanos, p99Nanos));
        return new DiskFigures("/data", "ext4", transfer, transfer, syncs, syncs, "");
    }

    private static Calibration calibrated(List<DiskFigures> disks) {
        DurationFigures some = new DurationFigures(10, 1000, 2000, 3000);
        return new Calibration(
                Calibration.VERSION,
                "2026-11-20T10:00:00Z",
                false,
                MachineFingerprint.of("here", Map.of()),
                disks,
                1,
                List.of(),
                Optional.empty(),
                new LoopbackFigures(some, new TransferFigures(1e9, 65536, 10)),
                some,
                100_000,
                some);
    }
}
