package dev.assay.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.calibration.Calibration;
import dev.assay.model.calibration.DiskCalibration;
import dev.assay.model.calibration.DurationStatistics;
import dev.assay.model.calibration.HarnessCeiling;
import dev.assay.model.calibration.HarnessFloor;
import dev.assay.model.calibration.LoopbackCalibration;
import dev.assay.model.calibration.MachineFingerprint;
import dev.assay.model.calibration.SyncCalibration;
import dev.assay.model.calibration.TransferRate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CalibrationTextTest {
    @Test
    void everyValueHasItsUnitAndN() {
        assertThat(CalibrationText.lines(calibration()))
                .containsExactly(
                        "calibrated 2026-11-20 10:00:00 UTC",
                        "  host                       here",
                        "  kernel                     Linux 6.8",
                        "  disk                       ext4 on /dev/vda1 (/cache)",
                        "    sequential write         402.3 MB/s (n = 1,200 blocks of 1 MiB)",
                        "    sequential read          unknown: no reading",
                        "    fdatasync of 4 KiB       p50 950.0 us, p99 2,100.0 us, max 3,000.0 us (n = 700), 480.5/s",
                        "    fdatasync of 1 MiB       p50 950.0 us, p99 2,100.0 us, max 3,000.0 us (n = 700), 50.0/s",
                        "  loopback round trip        p50 950.0 us, p99 2,100.0 us, max 3,000.0 us (n = 700)",
                        "  loopback                   1,500.0 MB/s (n = 9,000 blocks of 64 KiB)",
                        "  timers, park 100 us        late by p50 950.0 us, p99 2,100.0 us, max 3,000.0 us (n = 700)",
                        "  hiccups                    p50 950.0 us, p99 2,100.0 us, max 3,000.0 us (n = 700)",
                        "  harness, 1 subscription    800,000 msg/s acknowledged, 800,000 deliveries/s (messages of 1 KiB, n = 1 step of 2 s)",
                        "  harness, 10 subscriptions  at least 640,000 msg/s acknowledged, 6,400,000 deliveries/s (messages of 1 KiB, n = 1 step of 2 s)",
                        "  harness floor              response p50 31.0 us, p99 90.0 us, max 400.0 us (n = 5,000)",
                        "                             end-to-end p50 950.0 us, p99 2,100.0 us, max 3,000.0 us (n = 700) at 1,000 msg/s of 1 KiB");
    }

    private static Calibration calibration() {
        DurationStatistics some = new DurationStatistics(700, 950_000, 2_100_000, 3_000_000);
        return new Calibration(
                Calibration.VERSION,
                "2026-11-20T10:00:00Z",
                MachineFingerprint.of("here", Map.of("kernel", "Linux 6.8")),
                List.of(new DiskCalibration(
                        "/cache",
                        "ext4 on /dev/vda1",
                        Optional.of(new TransferRate(402.34e6, 1 << 20, 1200)),
                        Optional.empty(),
                        new SyncCalibration(4096, 480.5, some),
                        new SyncCalibration(1 << 20, 50, some),
                        "no reading")),
                1,
                List.of(
                        new HarnessCeiling(1, 1024, 800_000, 800_000, true, 2),
                        new HarnessCeiling(10, 1024, 640_000, 6_400_000, false, 2)),
                Optional.of(new HarnessFloor(1024, 1000, new DurationStatistics(5000, 31_000, 90_000, 400_000), some)),
                new LoopbackCalibration(some, new TransferRate(1500e6, 65536, 9000)),
                some,
                100_000,
                some);
    }
}
