package dev.assay.run.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.calibration.Calibration;
import dev.assay.model.calibration.CalibrationStatus;
import dev.assay.model.calibration.DiskCalibration;
import dev.assay.model.calibration.DurationStatistics;
import dev.assay.model.calibration.HarnessCeiling;
import dev.assay.model.calibration.HarnessFloor;
import dev.assay.model.calibration.LoopbackCalibration;
import dev.assay.model.calibration.MachineFingerprint;
import dev.assay.model.calibration.SyncCalibration;
import dev.assay.model.calibration.TransferRate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineCalibrationTest {
    private static final Instant NOW = Instant.parse("2026-11-23T10:00:00Z");
    private static final MachineFingerprint HERE = MachineFingerprint.of("a/host", Map.of("kernel", "Linux"));

    @TempDir
    Path folder;

    @Test
    void whatIsKeptIsReadBackEqual() {
        MachineCalibration machine = new MachineCalibration(folder, HERE);
        assertThat(machine.status(NOW)).isEqualTo(CalibrationStatus.NEVER);

        machine.file().write(calibration());

        assertThat(machine.file().path()).isEqualTo(folder.resolve("a_host.json"));
        assertThat(machine.file().read()).contains(calibration());
        assertThat(machine.status(NOW).calibration()).contains(calibration());
    }

    @Test
    void whatIsDamagedIsNoCalibration() throws IOException {
        MachineCalibration machine = new MachineCalibration(folder, HERE);
        Files.writeString(machine.file().path(), "{ \"version\": 1 }");

        CalibrationStatus status = machine.status(NOW);

        assertThat(status.calibration()).isEmpty();
        assertThat(status.note())
                .startsWith("the calibration can't be read: ")
                .contains(machine.file().path().toString())
                .endsWith("Run 'assay doctor --calibrate' to renew it");
    }

    /** Version 1 had one more component. */
    @Test
    void whatWasMeasuredInAnotherWayIsReadAndNotUsed() throws IOException {
        MachineCalibration machine = new MachineCalibration(folder, HERE);
        machine.file().write(calibration());
        Path file = machine.file().path();
        Files.writeString(
                file, Files.readString(file).replace("\"version\" : 2", "\"version\" : 1, \"quick\" : false"));

        assertThat(machine.status(NOW))
                .isEqualTo(CalibrationStatus.none("the calibration of 2026-11-20 10:00:00 UTC has version 1, not 2;"
                        + " run 'assay doctor --calibrate' to create one"));
    }

    private static Calibration calibration() {
        DurationStatistics some = new DurationStatistics(10, 1000, 2000, 3000);
        TransferRate transfer = new TransferRate(400e6, 1 << 20, 100);
        return new Calibration(
                Calibration.VERSION,
                "2026-11-20T10:00:00Z",
                HERE,
                List.of(new DiskCalibration(
                        "/cache",
                        "tmpfs on tmpfs",
                        Optional.empty(),
                        Optional.of(transfer),
                        new SyncCalibration(4096, 500, some),
                        new SyncCalibration(1 << 20, 50, some),
                        "no direct transfers")),
                1,
                List.of(new HarnessCeiling(1, 1024, 800_000, 799_000, true, 2)),
                Optional.of(new HarnessFloor(1024, 1000, some, some)),
                new LoopbackCalibration(some, transfer),
                some,
                100_000,
                some);
    }
}
