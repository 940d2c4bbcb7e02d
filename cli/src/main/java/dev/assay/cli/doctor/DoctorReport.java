package dev.assay.cli.doctor;

import dev.assay.cli.doctor.Finding.Grade;
import dev.assay.run.exit.ExitCode;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/**
 * What was found, the worst first.
 *
 * @param findings are sorted here
 */
public record DoctorReport(List<Finding> findings) {
    public DoctorReport {
        findings =
                findings.stream().sorted(Comparator.comparing(Finding::grade)).toList();
    }

    /** How the command ends: what only may disturb is no failure. */
    public ExitCode exitCode() {
        return count(Grade.BAD) > 0 ? ExitCode.ENVIRONMENT : ExitCode.OK;
    }

    /** For programs. */
    public String json() {
        return JsonMapper.builder().build().writerWithDefaultPrettyPrinter().writeValueAsString(this);
    }

    /** A line for each check; cause and remedy below what is not fine. */
    public String text() {
        int width = findings.stream()
                .mapToInt(finding -> finding.check().length())
                .max()
                .orElse(0);
        String lines = findings.stream().map(finding -> lines(finding, width)).collect(Collectors.joining());
        return lines + count(Grade.BAD) + " bad, " + count(Grade.WARNING) + " warnings, " + count(Grade.OK) + " ok";
    }

    private static String lines(Finding finding, int width) {
        String end = System.lineSeparator();
        String check = finding.check() + " ".repeat(width - finding.check().length());
        String grade =
                finding.grade().name() + " ".repeat(7 - finding.grade().name().length());
        String line = grade + "  " + check + "  " + finding.found() + end;
        return finding.grade() == Grade.OK
                ? line
                : line + "         why: " + finding.why() + end + "         do:  " + finding.remedy() + end;
    }

    private long count(Grade grade) {
        return findings.stream().filter(finding -> finding.grade() == grade).count();
    }
}
