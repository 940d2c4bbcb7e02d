package dev.assay.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.doctor.Finding.Grade;
import dev.assay.model.calibration.CalibrationStatus;
import dev.assay.model.calibration.MachineFingerprint;
import dev.assay.model.calibration.Repeatability;
import dev.assay.model.calibration.Repeatability.Scatter;
import dev.assay.model.exit.ExitCode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DoctorReportTest {
    private static final DoctorReport REPORT = new DoctorReport(
            List.of(
                    Finding.ok("swap", "off"),
                    new Finding(Grade.BAD, "memory", "0.5 GiB available", "Servers need more.", "Free memory.")),
            CalibrationStatus.NEVER,
            Optional.of(new Repeatability(
                    "2026-11-26T09:00:00Z",
                    MachineFingerprint.of("here", Map.of()),
                    "20261126T090000Z-a-a",
                    "a-a",
                    "01234567",
                    "kafka 4.3.1",
                    List.of(new Scatter("response.p50", 0.062, 7)))));

    @Test
    void whatIsKeptOfTheMachineStandsBelowTheFindings() {
        assertThat(REPORT.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
        assertThat(REPORT.text().lines())
                .startsWith(
                        "BAD      memory  0.5 GiB available",
                        "         why: Servers need more.",
                        "         do:  Free memory.",
                        "OK       swap    off",
                        "1 bad, 0 warnings, 1 ok",
                        "",
                        "this machine has not been calibrated; run 'assay doctor --calibrate' to create one",
                        "repeatability measured 2026-11-26 09:00:00 UTC by 20261126T090000Z-a-a (kafka 4.3.1)");
    }

    @Test
    void jsonHasTheSame() {
        assertThat(REPORT.json())
                .contains(
                        "\"grade\" : \"BAD\"", "\"note\" : \"this machine has not", "\"statistic\" : \"response.p50\"");
    }
}
