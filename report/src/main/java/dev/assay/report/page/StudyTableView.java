package dev.assay.report.page;

import dev.assay.scenario.study.TableRecord;
import dev.assay.scenario.study.TableRecord.PlaceRecord;
import dev.assay.scenario.study.TableRecord.RowRecord;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A table of a study as the page has it.
 *
 * @param notes what its marks mean, and why figures are missing
 */
public record StudyTableView(TableRecord table, List<RowView> rows, List<String> notes) {
    private static final Pattern CODE = Pattern.compile("(U[1-7]): .*");

    /** Stands for what has no code. */
    private static final String UNCODED = "–";

    /** A row, with how many blocks all of its figures are of where that is one number. */
    public record RowView(String name, String blocks, List<PlaceView> places) {}

    /**
     * A figure.
     *
     * @param why in full, where nothing was measured
     */
    public record PlaceView(String published, String measured, String why) {}

    /** That of a record. */
    public static StudyTableView of(TableRecord table) {
        return new StudyTableView(
                table, table.rows().stream().map(StudyTableView::row).toList(), notes(table));
    }

    private static RowView row(RowRecord row) {
        Set<Integer> blocks = new LinkedHashSet<>();
        row.figures().stream().filter(PlaceRecord::measured).forEach(figure -> blocks.add(figure.blocks()));
        boolean same = blocks.size() == 1;
        return new RowView(
                row.name(),
                same ? "n = " + blocks.iterator().next() : "",
                row.figures().stream().map(figure -> place(figure, !same)).toList());
    }

    private static PlaceView place(PlaceRecord figure, boolean countsApart) {
        String published = figure.published().map(StudyFigures::number).orElse(UNCODED);
        if (figure.cell().isEmpty()) {
            return new PlaceView("", "", "");
        }
        if (!figure.measured()) {
            return new PlaceView(published, code(figure.missing()), figure.missing());
        }
        String low = figure.low().map(StudyFigures::number).orElse("");
        String high = figure.high().map(StudyFigures::number).orElse("");
        String range = (figure.atLeast() ? "≥ " : "") + (low.equals(high) ? low : low + "–" + high);
        return new PlaceView(published, range + (countsApart ? " (n = " + figure.blocks() + ")" : ""), "");
    }

    private static String code(String missing) {
        Matcher coded = CODE.matcher(missing);
        return coded.matches() ? coded.group(1) : UNCODED;
    }

    private static List<String> notes(TableRecord table) {
        Map<String, Set<String>> reasons = new LinkedHashMap<>();
        for (RowRecord row : table.rows()) {
            for (PlaceRecord figure : row.figures()) {
                if (!figure.missing().isEmpty()) {
                    String reason = CODE.matcher(figure.missing()).matches()
                            ? figure.missing()
                            : UNCODED + " " + figure.missing();
                    reasons.computeIfAbsent(reason, _ -> new LinkedHashSet<>()).add(figure.cell());
                }
                if (figure.invalid() > 0) {
                    reasons.computeIfAbsent(
                                    "%d of %d blocks INVALID".formatted(figure.invalid(), figure.blocks()),
                                    _ -> new LinkedHashSet<>())
                            .add(figure.cell());
                }
                if (figure.atLeast()) {
                    reasons.computeIfAbsent(
                                    "≥: the load was not sustained, so that latencies are lower bounds",
                                    _ -> new LinkedHashSet<>())
                            .add(figure.cell());
                }
            }
        }
        return reasons.entrySet().stream()
                .map(reason -> reason.getKey() + " (" + String.join(", ", reason.getValue()) + ")")
                .toList();
    }
}
