package dev.assay.cli.doctor;

import dev.assay.cli.doctor.Finding.Grade;
import dev.assay.host.file.RecordJson;
import dev.assay.model.calibration.CalibrationStatus;
import dev.assay.model.calibration.Repeatability;
import dev.assay.model.exit.ExitCode;
import dev.assay.report.text.RepeatabilityText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Reports the findings, the worst first, and the kept results of this machine.
 *
 * @param findings in any order; sorted here
 * @param repeatability empty where it was never measured
 */
public record DoctorReport(
        List<Finding> findings, CalibrationStatus calibration, Optional<Repeatability> repeatability) {
    public DoctorReport {
        findings =
                findings.stream().sorted(Comparator.comparing(Finding::grade)).toList();
    }

    /** Returns failure for findings of the worst grade only; possible disturbances are no failure. */
    public ExitCode exitCode() {
        return count(Grade.BAD) > 0 ? ExitCode.ENVIRONMENT : ExitCode.OK;
    }

    public String json() {
        return new String(RecordJson.bytes(this), StandardCharsets.UTF_8).stripTrailing();
    }

    /** Writes a line for each check, with cause and remedy below those that are not fine, then the kept results. */
    public String text() {
        int width = findings.stream()
                .mapToInt(finding -> finding.check().length())
                .max()
                .orElse(0);
        String checks = findings.stream().map(finding -> lines(finding, width)).collect(Collectors.joining());
        List<String> kept = new ArrayList<>();
        calibration.calibration().map(CalibrationText::lines).ifPresent(kept::addAll);
        if (!calibration.note().isEmpty()) {
            kept.add(calibration.note());
        }
        repeatability.map(RepeatabilityText::lines).ifPresent(kept::addAll);
        String end = System.lineSeparator();
        return checks + count(Grade.BAD) + " bad, " + count(Grade.WARNING) + " warnings, " + count(Grade.OK) + " ok"
                + end + end + String.join(end, kept);
    }

    private static String lines(Finding finding, int width) {
        String end = System.lineSeparator();
        String check = finding.check() + " ".repeat(width - finding.check().length());
        String grade =
                finding.grade().name() + " ".repeat(7 - finding.grade().name().length());
        String line = grade + "  " + check + "  " + finding.state() + end;
        return finding.grade() == Grade.OK
                ? line
                : line + "         why: " + finding.why() + end + "         do:  " + finding.remedy() + end;
    }

    private long count(Grade grade) {
        return findings.stream().filter(finding -> finding.grade() == grade).count();
    }
}
