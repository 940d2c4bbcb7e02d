package dev.assay.model.calibration;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CalibrationStatusTest {
    private static final Instant NOW = Instant.parse("2026-11-23T10:00:00Z");

    private final MachineFingerprint here = machine("Linux 6.8.0 amd64");

    @Test
    void whatIsOfTheSameMachineIsUsed() {
        Calibration calibration = kept(Calibration.VERSION, "2026-10-25T10:00:00Z", here);

        CalibrationStatus status = CalibrationStatus.of(calibration, here, NOW);

        assertThat(status.calibration()).contains(calibration);
        assertThat(status.note()).as("29 days").isEmpty();
    }

    @Test
    void whatIsOldIsUsedAndSaidToBeOld() {
        CalibrationStatus status =
                CalibrationStatus.of(kept(Calibration.VERSION, "2026-10-24T10:00:00Z", here), here, NOW);

        assertThat(status.calibration()).isPresent();
        assertThat(status.note())
                .isEqualTo("the calibration is 30 days old, more than 30; run 'assay doctor --calibrate' to renew it");
    }

    @Test
    void whatIsOfAnotherMachineIsNot() {
        CalibrationStatus status = CalibrationStatus.of(
                kept(Calibration.VERSION, "2026-11-20T10:00:00Z", machine("Linux 6.1.0 amd64")), here, NOW);

        assertThat(status.calibration()).isEmpty();
        assertThat(status.note())
                .isEqualTo(
                        "the calibration of 2026-11-20 10:00:00 UTC was made on another machine (kernel: 'Linux 6.1.0 amd64' there,"
                                + " 'Linux 6.8.0 amd64' here); run 'assay doctor --calibrate' to create one");
    }

    @Test
    void whatWasMeasuredOtherwiseIsNot() {
        CalibrationStatus status =
                CalibrationStatus.of(kept(Calibration.VERSION + 1, "2026-11-20T10:00:00Z", here), here, NOW);

        assertThat(status.calibration()).isEmpty();
        assertThat(status.note()).contains("has version 3, not 2");
    }

    /** Free memory and disk space change by the hour, so they do not identify a machine. */
    @Test
    void aMachineIsKnownByWhatStays() {
        MachineFingerprint one = MachineFingerprint.of("a", Map.of("cpu.model", "X", "data.free", "10 MiB"));
        MachineFingerprint other = MachineFingerprint.of("a", Map.of("cpu.model", "X", "data.free", "20 MiB"));

        assertThat(one.differences(other)).isEmpty();
        assertThat(one.differences(MachineFingerprint.of("b", Map.of("memory.total", "1 MiB"))))
                .containsExactly(
                        "cpu.model: 'X' there, 'unknown' here",
                        "host: 'a' there, 'b' here",
                        "memory.total: 'unknown' there, '1 MiB' here");
    }

    private static MachineFingerprint machine(String kernel) {
        return MachineFingerprint.of("here", Map.of("kernel", kernel, "cpu.model", "X"));
    }

    static Calibration kept(int version, String at, MachineFingerprint machine) {
        DurationStatistics some = new DurationStatistics(10, 1000, 2000, 3000);
        return new Calibration(
                version,
                at,
                machine,
                List.of(),
                1,
                List.of(),
                Optional.empty(),
                new LoopbackCalibration(some, new TransferRate(1e9, 65536, 10)),
                some,
                100_000,
                some);
    }
}
