package dev.assay.report.page;

import dev.assay.model.display.Figure;
import dev.assay.model.result.Interval;
import dev.assay.model.study.StudyRecord;
import dev.assay.model.study.StudyRecord.CellRecord;
import dev.assay.model.study.StudyRecord.ClaimRecord;
import dev.assay.model.study.StudyRecord.ConditionRecord;
import dev.assay.model.study.StudyRecord.MachineRecord;
import dev.assay.model.study.StudyRecord.PeakRecord;
import dev.assay.model.study.StudyRecord.StatisticRecord;
import dev.assay.model.study.TableRecord;
import dev.assay.model.study.TableRecord.PlaceRecord;
import dev.assay.model.study.TableRecord.RowRecord;
import dev.assay.report.chart.TableChart;
import dev.assay.report.chart.WindowChart;
import dev.assay.report.view.Block;
import dev.assay.report.view.Block.Cell;
import dev.assay.report.view.Block.Column;
import dev.assay.report.view.Block.Fold;
import dev.assay.report.view.Block.Row;
import dev.assay.report.view.Block.Section;
import dev.assay.report.view.Block.Table;
import dev.assay.report.view.Block.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Shows the results of a study: claim by claim, its charts, then measured values beside published ones. */
public final class StudyView {
    private static final Pattern CODE = Pattern.compile("(U[1-7]): .*", Pattern.DOTALL);

    /** Stands for a missing code, and for a value that was not published. */
    private static final String NONE = "–";

    private StudyView() {}

    public static List<Block> of(StudyRecord study) {
        List<Block> blocks = new ArrayList<>();
        if (!study.machine().isEmpty()) {
            List<Block> lines = new ArrayList<>();
            study.machine().forEach(shown -> lines.add(Text.of(machine(shown))));
            blocks.add(new Section(
                    "",
                    "The published disks, and the one that servers write to here, measured by itself (assay doctor --calibrate)",
                    Fold.FOLDED,
                    lines));
        }
        if (!study.peaks().isEmpty()) {
            blocks.add(Text.of("Scaled to this machine: each load is the same fraction of the peak as published, or the"
                    + " fraction that the study gives, of the slower of the compared systems."));
            study.peaks().forEach(peak -> blocks.add(Text.of(peak(peak))));
        }
        blocks.add(Text.note(
                "Each comparison is judged by a 95 % interval over blocks, and corrected for the others of its claim: of"
                        + " twenty claims about one says something false by chance."));
        study.claims().forEach(claim -> blocks.add(claim(claim)));
        if (!study.charts().isEmpty()) {
            List<Block> charts = new ArrayList<>();
            charts.add(Text.note(
                    "One colour per cell: the strong line is the block whose median window is the median of the"
                            + " blocks, thin ones are the other blocks. Each point is of all samples of a window."
                            + " Of percentiles it is the block whose median is the median of the blocks, as far as ten"
                            + " samples lie above; dots are as published. Publish is the latency called service here, end-to-end the one called"
                            + " send-to-receive."));
            charts.addAll(WindowChart.of(study));
            blocks.add(new Section("study-charts", "Over time, and percentiles", Fold.PAGE, charts));
        }
        Section all = new Section(
                "",
                "Measured and published: latencies in ms, rates in messages per second, lowest to highest of the"
                        + " blocks",
                Fold.FOLDED,
                List.of(values(study)));
        blocks.addAll(published(study));
        blocks.add(all);
        return List.of(Section.of("study", "Claims of " + study.name() + ": " + study.title(), blocks));
    }

    private static Section claim(ClaimRecord claim) {
        List<Block> blocks = new ArrayList<>();
        List<Row> rows = Stream.concat(claim.conditions().stream(), claim.shown().stream())
                .map(StudyView::condition)
                .toList();
        blocks.add(Table.of(
                "claim",
                "Comparisons of " + claim.id(),
                List.of(
                        Column.words("Comparison"),
                        Column.words("Claimed"),
                        Column.words("Published"),
                        Column.words("Measured"),
                        Column.words("Outcome")),
                rows,
                List.of()));
        Map<String, String> byVariant = new TreeMap<>(claim.otherVariants());
        if (!byVariant.isEmpty()) {
            blocks.add(Text.of("By other variants: "
                    + byVariant.entrySet().stream()
                            .map(other -> other.getKey() + " " + other.getValue())
                            .collect(Collectors.joining(", "))
                    + "."));
        }
        blocks.add(Text.note("Confounders: " + claim.confounders() + "."
                + (claim.remarks().isEmpty() ? "" : " " + claim.remarks())));
        String legs = claim.legs().isEmpty() ? "" : " (" + claim.legs() + ")";
        return Section.of(
                "claim-" + claim.id(), claim.id() + " " + claim.outcome() + legs + ": " + claim.says(), blocks);
    }

    private static Row condition(ConditionRecord condition) {
        String size = condition
                .sizeAgrees()
                .map(agrees -> agrees ? ", size agrees" : ", size does not agree")
                .orElse("");
        boolean judged = !condition.outcome().isEmpty();
        return Row.of(
                condition.compares(),
                judged ? condition.expected() : "not judged",
                condition.published(),
                measured(condition) + size,
                judged
                        ? condition.outcome()
                                + (condition.explanation().isEmpty() ? "" : ": " + condition.explanation())
                        : condition.explanation());
    }

    /** Shows the published tables; those in which nothing was measured are folded. */
    private static List<Block> published(StudyRecord study) {
        if (study.tables().isEmpty()) {
            return List.of();
        }
        List<Block> measured = new ArrayList<>();
        measured.add(Text.note("Each value as published, then as measured here: lowest to highest of n"
                + " blocks, for the published variant."));
        List<Block> missing = new ArrayList<>();
        for (TableRecord table : study.tables()) {
            List<Block> shown = new ArrayList<>();
            if (table.measured()) {
                shown.add(TableChart.of("study-table-" + measured.size(), table, study.cells()));
            }
            shown.add(table(table));
            (table.measured() ? measured : missing).add(Section.of("", table.title() + ", " + table.unit(), shown));
        }
        if (!missing.isEmpty()) {
            measured.add(new Section("", "Tables with nothing measured: " + missing.size(), Fold.PAGE_FOLDED, missing));
        }
        return List.of(new Section("study-tables", "Tables as published", Fold.PAGE, measured));
    }

    private static Table table(TableRecord table) {
        List<Column> columns = new ArrayList<>();
        columns.add(Column.words("Row"));
        for (String column : table.columns()) {
            columns.add(new Column("published", "", column, true));
            columns.add(new Column("here", "", column, true));
        }
        return Table.of(
                "published",
                table.title() + ", in " + table.unit() + ", published and measured",
                columns,
                table.rows().stream().map(StudyView::row).toList(),
                notes(table));
    }

    private static Row row(RowRecord row) {
        Set<Integer> blocks = new LinkedHashSet<>();
        row.values().stream().filter(PlaceRecord::measured).forEach(shown -> blocks.add(shown.blocks()));
        boolean same = blocks.size() == 1;
        List<Cell> cells = new ArrayList<>();
        cells.add(Cell.of(row.name(), same ? "n = " + blocks.iterator().next() : ""));
        for (PlaceRecord shown : row.values()) {
            boolean hasCell = !shown.cell().isEmpty();
            cells.add(Cell.of(hasCell ? shown.published().map(StudyView::number).orElse(NONE) : ""));
            cells.add(hasCell ? measuredCell(shown, !same) : Cell.of(""));
        }
        return new Row(Optional.empty(), "", cells, List.of());
    }

    private static Cell measuredCell(PlaceRecord shown, boolean countsApart) {
        if (!shown.measured()) {
            return new Cell(code(shown.missing()), "", "", shown.missing(), "");
        }
        String low = shown.low().map(StudyView::number).orElse("");
        String high = shown.high().map(StudyView::number).orElse("");
        String range = (shown.atLeast() ? "≥ " : "") + (low.equals(high) ? low : low + "–" + high);
        return Cell.of(range + (countsApart ? " (n = " + shown.blocks() + ")" : ""));
    }

    private static String code(String missing) {
        Matcher coded = CODE.matcher(missing);
        return coded.matches() ? coded.group(1) : NONE;
    }

    /** Explains the marks of a table, and why values are missing, each with the cells concerned. */
    private static List<String> notes(TableRecord table) {
        Map<String, Set<String>> cells = new LinkedHashMap<>();
        for (RowRecord row : table.rows()) {
            for (PlaceRecord shown : row.values()) {
                List<String> reasons = new ArrayList<>();
                if (!shown.missing().isEmpty()) {
                    boolean coded = CODE.matcher(shown.missing()).matches();
                    reasons.add(coded ? shown.missing() : NONE + " " + shown.missing());
                }
                if (shown.invalid() > 0) {
                    reasons.add("%d of %d blocks INVALID".formatted(shown.invalid(), shown.blocks()));
                }
                if (shown.atLeast()) {
                    reasons.add("≥: the load was not sustained, so latencies are lower bounds");
                }
                reasons.forEach(reason -> cells.computeIfAbsent(reason, _ -> new LinkedHashSet<>())
                        .add(shown.cell()));
            }
        }
        return cells.entrySet().stream()
                .map(reason -> reason.getKey() + " (" + String.join(", ", reason.getValue()) + ")")
                .toList();
    }

    private static Table values(StudyRecord study) {
        List<Row> rows = new ArrayList<>();
        for (CellRecord cell : study.cells()) {
            String name = cell.test() + "/" + cell.cell();
            String of = cell.trialOf().isEmpty() ? cell.system() : cell.system() + ", the trials of " + cell.trialOf();
            if (!cell.missing().isEmpty()) {
                rows.add(Row.of(name, of, cell.variant(), cell.missing(), "", ""));
                continue;
            }
            if (!cell.scaled().isEmpty()) {
                rows.add(Row.of(name, of, cell.variant(), "scaled: " + cell.scaled(), "", ""));
            }
            for (StatisticRecord shown : cell.statistics()) {
                rows.add(Row.of(
                        name,
                        of,
                        cell.variant(),
                        shown.statistic(),
                        measured(shown),
                        shown.published().map(StudyView::number).orElse(NONE)));
            }
        }
        return Table.of(
                "cells",
                "All values, cell by cell and in each variant",
                List.of(
                        Column.words("Cell"),
                        Column.words("System"),
                        Column.words("Variant"),
                        Column.words("Value"),
                        Column.words("Measured"),
                        Column.words("Published")),
                rows,
                List.of());
    }

    private static String machine(MachineRecord shown) {
        String measured = shown.measured()
                .map(value -> "%s %s here (n = %,d)".formatted(number(value), shown.unit(), shown.n()))
                .orElse("not known here: " + shown.note());
        String published = shown.published()
                .map(value -> number(value) + " " + shown.unit() + " published")
                .orElse("none published");
        return "%s (%s): %s, %s".formatted(shown.metric(), shown.test(), published, measured);
    }

    private static String peak(PeakRecord peak) {
        String published = peak.published()
                .map(value -> "%s published, a factor of %s"
                        .formatted(Figure.of("%,.0f", value), number(peak.measured() / value)))
                .orElse("none published");
        return "peak %s (%s): %s here, %s"
                .formatted(peak.name(), peak.cell(), Figure.of("%,.0f msg/s", peak.measured()), published);
    }

    static String measured(ConditionRecord condition) {
        String blocks = condition.blocks() == 1 ? "1 block" : condition.blocks() + " blocks";
        String n = "n = " + blocks + (condition.leftOut() == 0 ? "" : ", " + condition.leftOut() + " left out");
        if (condition.centre().isEmpty()) {
            // A state has no interval.
            return condition.blocks() >= Interval.MIN_TRIALS ? n : "no interval (" + n + ")";
        }
        String low = condition.low().map(StudyView::number).orElse("0");
        String high = condition.high().map(StudyView::number).orElse("any");
        return number(condition.centre().get()) + " [" + low + " to " + high + "] (" + n + ")";
    }

    private static String measured(StatisticRecord shown) {
        if (shown.low().isEmpty() || shown.high().isEmpty()) {
            return "not measured";
        }
        String low = number(shown.low().get());
        return (shown.blocks() == 1 ? low : low + " to " + number(shown.high().get())) + " (n = " + shown.blocks()
                + ")";
    }

    private static String number(double value) {
        String format = Math.abs(value) >= 1000 ? "%,.0f" : Math.abs(value) >= 10 ? "%.1f" : "%.3f";
        return Figure.of(format, value);
    }
}
