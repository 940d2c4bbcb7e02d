package dev.assay.report.view;

import dev.assay.model.result.Verdict.Grade;
import dev.assay.report.view.Block.Cell;
import dev.assay.report.view.Block.Column;
import dev.assay.report.view.Block.Fact;
import dev.assay.report.view.Block.Facts;
import dev.assay.report.view.Block.Finding;
import dev.assay.report.view.Block.Fold;
import dev.assay.report.view.Block.Lines;
import dev.assay.report.view.Block.Plot;
import dev.assay.report.view.Block.Reason;
import dev.assay.report.view.Block.Row;
import dev.assay.report.view.Block.Section;
import dev.assay.report.view.Block.Table;
import dev.assay.report.view.Block.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Renders blocks as lines for a terminal, at most 100 columns wide except for commands. Charts are not drawn: tables have their values. */
public final class TerminalRenderer {
    private static final String INDENT = "  ";

    private final TerminalText text;
    private final boolean all;

    private TerminalRenderer(TerminalText text, boolean all) {
        this.text = text;
        this.all = all;
    }

    /**
     * Returns the lines, each ended by a line feed.
     *
     * @param ansi whether to colour them
     */
    public static String render(List<Block> blocks, boolean ansi) {
        TerminalText text = new TerminalText(ansi);
        write(blocks, text, true);
        return text.toString();
    }

    /**
     * Adds the blocks to a text.
     *
     * @param all whether folded sections are written, too
     */
    public static void write(List<Block> blocks, TerminalText text, boolean all) {
        new TerminalRenderer(text, all).blocks(blocks, "");
    }

    private void blocks(List<Block> blocks, String indent) {
        boolean afterSection = false;
        for (Block block : blocks) {
            if (!shown(block)) {
                continue;
            }
            if (afterSection && !(block instanceof Section)) {
                text.blank();
            }
            block(block, indent);
            afterSection = block instanceof Section;
        }
    }

    private boolean shown(Block block) {
        return switch (block) {
            case Section section -> !section.fold().page() && (all || section.fold() != Fold.FOLDED);
            case Facts facts -> !facts.tiles();
            case Plot _, Chart _ -> false;
            case Finding _, Reason _, Text _, Lines _, Table _ -> true;
        };
    }

    private void block(Block block, String indent) {
        switch (block) {
            case Finding finding -> finding(finding, indent);
            case Reason reason -> reason(reason, indent);
            case Text line -> text(line, indent);
            case Lines lines -> lines.lines().forEach(line -> text.line(indent + line));
            case Facts facts ->
                text.line(indent
                        + facts.facts().stream().map(TerminalRenderer::fact).collect(Collectors.joining("; ")));
            case Table table -> table(table, indent);
            case Section section -> section(section, indent);
            case Plot _, Chart _ -> {}
        }
    }

    private void finding(Finding finding, String indent) {
        finding.grade()
                .ifPresentOrElse(
                        grade -> text.graded(grade, indent + finding.text()), () -> text.bold(indent + finding.text()));
        if (!finding.next().isEmpty()) {
            text.line(indent + INDENT + "next: " + finding.next());
        }
    }

    private void reason(Reason reason, String indent) {
        reason.grade()
                .ifPresentOrElse(
                        grade -> text.graded(grade, indent + grade.mark() + " " + reason.text()),
                        () -> text.line(indent + "· " + reason.text()));
        if (!reason.next().isEmpty()) {
            text.dim(indent + INDENT + "next: " + reason.next());
        }
    }

    private void text(Text line, String indent) {
        switch (line.tone()) {
            case PLAIN -> text.line(indent + line.text());
            case QUIET -> text.dim(indent + line.text());
            case CAVEAT -> text.graded(Grade.DEGRADED, indent + "! " + line.text());
            case COMMAND -> text.unwrapped(indent + line.text());
        }
    }

    private static String fact(Fact fact) {
        return lowerCase(fact.name()) + ": " + fact.value();
    }

    /** Returns the name with a small initial letter for use within a line; abbreviations stay as they are. */
    private static String lowerCase(String name) {
        boolean word = name.length() > 1 && Character.isLowerCase(name.charAt(1));
        return word ? Character.toLowerCase(name.charAt(0)) + name.substring(1) : name;
    }

    private void section(Section section, String indent) {
        text.blank();
        text.bold(indent + section.title());
        blocks(section.blocks(), indent + INDENT);
    }

    private void table(Table whole, String indent) {
        Table table = width(whole, indent) > TerminalText.WIDTH ? whole.narrow() : whole;
        List<Row> rows = table.rows().stream().limit(table.max()).toList();
        boolean marked = rows.stream().anyMatch(row -> !row.mark().isEmpty());
        int[] widths = widths(table, rows);
        String gap = gap(table, rows);
        boolean fits = width(table, indent) <= TerminalText.WIDTH;
        if (fits && !rows.isEmpty()) {
            head(table, widths, indent + (marked ? "  " : ""), gap);
        }
        for (Row row : rows) {
            String mark = !marked ? "" : row.mark().isEmpty() ? "  " : row.mark() + " ";
            String line = indent + mark + (fits ? aligned(table, row, widths, gap) : labelled(table, row));
            if (row.grade().isPresent()) {
                text.graded(row.grade().get(), line);
            } else {
                switch (row.weight()) {
                    case MAIN -> text.bold(line);
                    case PLAIN -> text.line(line);
                    case QUIET -> text.dim(line);
                }
            }
            blocks(row.below(), indent + INDENT);
        }
        if (table.rows().size() > rows.size()) {
            text.line(indent + "and " + (table.rows().size() - rows.size()) + " more");
        }
        table.notes().forEach(note -> text.dim(indent + note));
    }

    private static int width(Table table, String indent) {
        List<Row> rows = table.rows().stream().limit(table.max()).toList();
        boolean marked = rows.stream().anyMatch(row -> !row.mark().isEmpty());
        String gap = gap(table, rows);
        int width = indent.length() + (marked ? 2 : 0) - gap.length();
        for (int each : widths(table, rows)) {
            width += each + gap.length();
        }
        return width;
    }

    private static int[] widths(Table table, List<Row> rows) {
        int[] widths = new int[table.columns().size()];
        for (int i = 0; i < widths.length; i++) {
            Column column = table.columns().get(i);
            widths[i] = i == 0 ? 0 : column.name().length();
            for (Row row : rows) {
                Cell cell = row.cells().get(i);
                widths[i] = Math.max(widths[i], (column.number() ? cell.text() : value(cell)).length());
            }
        }
        return widths;
    }

    /** Returns the gap between columns, which is as wide as the values' marks, so that digits are aligned below digits. */
    private static String gap(Table table, List<Row> rows) {
        int marks = 1;
        for (Row row : rows) {
            for (int i = 0; i < row.cells().size(); i++) {
                if (table.columns().get(i).number()) {
                    marks = Math.max(marks, row.cells().get(i).marks().length());
                }
            }
        }
        return " ".repeat(marks + 1);
    }

    /** Writes the names of columns, and above them those of their groups. */
    private void head(Table table, int[] widths, String indent, String gap) {
        if (!table.groups().isEmpty()) {
            StringBuilder line = new StringBuilder(indent);
            String group = "";
            for (int i = 0; i < widths.length; i++) {
                String title = table.columns().get(i).group();
                int end = line.length() + widths[i] + gap.length();
                if (!title.equals(group)) {
                    group = title;
                    line.append(title);
                }
                while (line.length() < end) {
                    line.append(' ');
                }
            }
            text.dim(line.toString());
        }
        StringBuilder line = new StringBuilder(indent);
        for (int i = 0; i < widths.length; i++) {
            String name = i == 0 ? "" : lowerCase(table.columns().get(i).name());
            line.append(padded(name, widths[i], table.columns().get(i))).append(gap);
        }
        text.dim(line.toString());
    }

    private static String aligned(Table table, Row row, int[] widths, String gap) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            Cell cell = row.cells().get(i);
            Column column = table.columns().get(i);
            if (column.number()) {
                line.append(padded(cell.text(), widths[i], column))
                        .append(cell.marks())
                        .append(gap, cell.marks().length(), gap.length());
            } else {
                line.append(padded(value(cell), widths[i], column)).append(gap);
            }
        }
        return line.toString();
    }

    private static String padded(String cell, int width, Column column) {
        String room = " ".repeat(width - cell.length());
        return column.number() ? room + cell : cell + room;
    }

    /** Writes a row of a table that is too wide: each value with the name of its column. */
    private static String labelled(Table table, Row row) {
        List<String> parts = new ArrayList<>();
        for (int i = 1; i < row.cells().size(); i++) {
            Column column = table.columns().get(i);
            String value = value(row.cells().get(i));
            if (!value.isEmpty()) {
                String group = column.group().isEmpty() ? "" : lowerCase(column.group()) + " ";
                parts.add(group + lowerCase(column.name()) + " " + value);
            }
        }
        return row.cells().getFirst().text() + (parts.isEmpty() ? "" : ": " + String.join(", ", parts));
    }

    private static String value(Cell cell) {
        return cell.text() + cell.marks();
    }
}
