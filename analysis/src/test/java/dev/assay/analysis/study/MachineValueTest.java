package dev.assay.analysis.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.calibration.Calibration;
import dev.assay.model.calibration.DiskCalibration;
import dev.assay.model.calibration.DurationStatistics;
import dev.assay.model.calibration.LoopbackCalibration;
import dev.assay.model.calibration.MachineFingerprint;
import dev.assay.model.calibration.SyncCalibration;
import dev.assay.model.calibration.TransferRate;
import dev.assay.scenario.study.MachineMetric;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MachineValueTest {
    private static final int BLOCK = 1 << 20;

    @Test
    void valuesAreThoseOfTheDiskThatServersWriteTo() {
        Calibration calibration = calibrated(List.of(
                disk(Optional.of(new TransferRate(327e6, BLOCK, 512)), 1_500_000),
                disk(Optional.of(new TransferRate(900e6, BLOCK, 512)), 9_000_000)));

        assertThat(MachineValue.of(MachineMetric.DISK_WRITE, calibration)).contains(new MachineValue(327, 512));
        assertThat(MachineValue.of(MachineMetric.SYNC_P50, calibration)).contains(new MachineValue(0.2, 100));
        assertThat(MachineValue.of(MachineMetric.SYNC_P99, calibration)).contains(new MachineValue(1.5, 100));
    }

    @Test
    void whatWasNotMeasuredIsNotKnown() {
        assertThat(MachineValue.of(MachineMetric.DISK_READ, calibrated(List.of(disk(Optional.empty(), 1_500_000)))))
                .isEmpty();
        assertThat(MachineValue.of(MachineMetric.SYNC_P99, calibrated(List.of())))
                .isEmpty();
    }

    private static DiskCalibration disk(Optional<TransferRate> transfer, long p99Nanos) {
        SyncCalibration syncs =
                new SyncCalibration(4096, 1000, new DurationStatistics(100, 200_000, p99Nanos, p99Nanos));
        return new DiskCalibration("/data", "ext4", transfer, transfer, syncs, syncs, "");
    }

    private static Calibration calibrated(List<DiskCalibration> disks) {
        DurationStatistics some = new DurationStatistics(10, 1000, 2000, 3000);
        return new Calibration(
                Calibration.VERSION,
                "2026-11-20T10:00:00Z",
                MachineFingerprint.of("here", Map.of()),
                disks,
                1,
                List.of(),
                Optional.empty(),
                new LoopbackCalibration(some, new TransferRate(1e9, 65536, 10)),
                some,
                100_000,
                some);
    }
}
