package dev.assay.report.view;

import dev.assay.model.display.VisibleText;
import dev.assay.report.view.Block.Cell;
import dev.assay.report.view.Block.Column;
import dev.assay.report.view.Block.Facts;
import dev.assay.report.view.Block.Finding;
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

/** Renders blocks as Markdown, such as pull requests show. Foreign text can't contain markup in it. */
public final class MarkdownRenderer {
    private static final int FIRST_LEVEL = 3;

    private final StringBuilder out = new StringBuilder();

    private MarkdownRenderer() {}

    public static String render(List<Block> blocks) {
        MarkdownRenderer renderer = new MarkdownRenderer();
        renderer.blocks(blocks, FIRST_LEVEL);
        return renderer.out.toString();
    }

    private void blocks(List<Block> blocks, int level) {
        for (Block block : blocks) {
            switch (block) {
                case Finding finding -> paragraph(finding(finding));
                case Reason reason -> paragraph(escaped(reason.text()));
                case Text text -> paragraph((text.tone() == Block.Tone.CAVEAT ? "> " : "") + escaped(text.text()));
                case Lines lines ->
                    paragraph(lines.lines().stream()
                            .map(line -> "- " + escaped(line))
                            .collect(Collectors.joining("\n")));
                case Facts facts when facts.tiles() -> {}
                case Facts facts ->
                    paragraph(facts.facts().stream()
                            .map(fact -> escaped(fact.name() + ": " + fact.value()))
                            .collect(Collectors.joining("; ")));
                case Table table -> table(table);
                case Section section -> {
                    if (!section.fold().page()) {
                        paragraph("#".repeat(level) + " " + escaped(section.title()));
                        blocks(section.blocks(), level + 1);
                    }
                }
                case Plot _, Chart _ -> {}
            }
        }
    }

    private void paragraph(String text) {
        if (!out.isEmpty()) {
            out.append('\n');
        }
        out.append(text).append('\n');
    }

    private static String finding(Finding finding) {
        String word = finding.word().isEmpty() ? "" : "**" + escaped(finding.word()) + "**";
        String next = finding.next().isEmpty() ? "" : " Next: " + finding.next();
        return word + (word.isEmpty() || finding.sentence().isEmpty() ? "" : ": ") + escaped(finding.sentence() + next);
    }

    private void table(Table table) {
        boolean remarks = table.rows().stream().anyMatch(row -> !row.below().isEmpty());
        List<String> head = new ArrayList<>(table.columns().stream()
                .map(column -> escaped(column.of().isEmpty() ? column.name() : column.of()))
                .toList());
        StringBuilder line = new StringBuilder("|");
        for (Column column : table.columns()) {
            line.append(column.number() ? "--:|" : "---|");
        }
        if (remarks) {
            head.add("Says");
            line.append("---|");
        }
        paragraph(row(head));
        out.append(line).append('\n');
        for (Row row : table.rows()) {
            List<String> cells = new ArrayList<>(
                    row.cells().stream().map(MarkdownRenderer::cell).toList());
            if (remarks) {
                cells.add(row.below().stream()
                        .map(MarkdownRenderer::remark)
                        .filter(text -> !text.isEmpty())
                        .collect(Collectors.joining("; ")));
            }
            out.append(row(cells)).append('\n');
        }
        table.notes().forEach(note -> paragraph(escaped(note)));
    }

    private static String cell(Cell cell) {
        return escaped(cell.text() + cell.marks() + (cell.under().isEmpty() ? "" : " (" + cell.under() + ")"));
    }

    private static String remark(Block block) {
        return switch (block) {
            case Finding finding -> finding(finding);
            case Text text -> escaped(text.text());
            case Reason _, Lines _, Facts _, Table _, Section _, Plot _, Chart _ -> "";
        };
    }

    private static String row(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |";
    }

    /**
     * Escapes foreign text, so that it contains no markup, mentions no person or team ({@code @name}), and refers to no issue ({@code #1}).
     * Sites look for these after they have read entities and escapes, so a zero-width space separates them.
     */
    private static String escaped(String text) {
        return VisibleText.of(text)
                .replaceAll("\\s+", " ")
                .replace("\\", "\\\\")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replaceAll("([|`*_\\[\\]])", "\\\\$1")
                .replaceAll("@|#(?=\\d)", "$0&#8203;");
    }
}
