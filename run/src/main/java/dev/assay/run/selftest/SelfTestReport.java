package dev.assay.run.selftest;

import dev.assay.model.exit.ExitCode;
import dev.assay.run.selftest.CaseResult.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.json.JsonMapper;

/** @param interrupted whether it was ended before all faults were injected */
public record SelfTestReport(List<CaseResult> faults, boolean interrupted) {
    private static final List<String> HEADINGS = List.of("", "fault", "injected", "reported", "bound");

    public SelfTestReport {
        faults = List.copyOf(faults);
    }

    public ExitCode exitCode() {
        if (interrupted) {
            return ExitCode.INTERRUPTED;
        }
        if (has(Outcome.FAIL)) {
            return ExitCode.SELF_TEST_FAILED;
        }
        return has(Outcome.NOT_JUDGED) ? ExitCode.NOT_JUDGED : ExitCode.OK;
    }

    private boolean has(Outcome outcome) {
        return faults.stream().anyMatch(fault -> fault.outcome() == outcome);
    }

    public String json() {
        return JsonMapper.builder().build().writerWithDefaultPrettyPrinter().writeValueAsString(this);
    }

    /** Formats a table: per fault the injection, the reported values, their bounds, and the outcome. */
    public String text() {
        List<List<String>> rows = new ArrayList<>(List.of(HEADINGS));
        faults.forEach(fault -> rows.addAll(rows(fault)));
        int[] widths = IntStream.range(0, HEADINGS.size())
                .map(column -> rows.stream()
                        .mapToInt(row -> row.get(column).length())
                        .max()
                        .orElse(0))
                .toArray();
        String table = rows.stream().map(row -> line(row, widths)).collect(Collectors.joining(System.lineSeparator()));
        String notes = faults.stream()
                .filter(fault -> !fault.note().isEmpty())
                .map(fault -> fault.fault() + ": " + fault.note() + System.lineSeparator())
                .collect(Collectors.joining());
        return String.join(System.lineSeparator(), table, "", notes + summary());
    }

    private static List<List<String>> rows(CaseResult fault) {
        List<List<String>> rows = new ArrayList<>();
        int lines = Math.max(fault.reported().size(), fault.bounds().size());
        for (int line = 0; line < lines; line++) {
            rows.add(List.of(
                    line == 0 ? fault.outcome().title() : "",
                    line == 0 ? fault.fault() : "",
                    line == 0 ? fault.injected() : "",
                    line < fault.reported().size() ? fault.reported().get(line) : "",
                    line < fault.bounds().size() ? fault.bounds().get(line) : ""));
        }
        return rows;
    }

    private static String line(List<String> cells, int[] widths) {
        return IntStream.range(0, widths.length)
                .mapToObj(column -> cells.get(column)
                        + " ".repeat(widths[column] - cells.get(column).length()))
                .collect(Collectors.joining("  "))
                .stripTrailing();
    }

    private String summary() {
        return "%d faults injected: %d found, %d not, %d not judged because the machine was busy"
                .formatted(faults.size(), count(Outcome.PASS), count(Outcome.FAIL), count(Outcome.NOT_JUDGED));
    }

    private long count(Outcome outcome) {
        return faults.stream().filter(fault -> fault.outcome() == outcome).count();
    }
}
