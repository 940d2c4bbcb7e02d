package dev.assay.report.view;

import dev.assay.model.result.Verdict.Grade;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A part of what a reader is told. It is made once from an analysis, and the renderers for terminals, pages and Markdown show the same words
 * and figures: no fact is put into words by a renderer.
 */
public sealed interface Block permits Block.Finding, Block.Text, Block.Facts, Block.Table, Block.Section, Chart {

    /**
     * What was found, in a sentence or two.
     *
     * @param grade how good the news is; empty where it is neither good nor bad
     * @param word what it comes to, such as {@code FAILS}; empty where the sentence says all
     */
    record Finding(Optional<Grade> grade, String word, String sentence) implements Block {
        /** A finding that is neither good nor bad. */
        public static Finding of(String sentence) {
            return new Finding(Optional.empty(), "", sentence);
        }

        /** The word and the sentence. */
        public String text() {
            return word.isEmpty() ? sentence : word + ": " + sentence;
        }
    }

    /** A line of text. */
    record Text(Tone tone, String text) implements Block {
        /** A plain one. */
        public static Text of(String text) {
            return new Text(Tone.PLAIN, text);
        }

        /** What a reader has to know to read the rest right. */
        public static Text note(String text) {
            return new Text(Tone.QUIET, text);
        }

        /** What speaks against figures or their comparison. */
        public static Text caveat(String text) {
            return new Text(Tone.CAVEAT, text);
        }
    }

    /** How loud a text is. */
    enum Tone {
        PLAIN,
        QUIET,
        CAVEAT
    }

    /** Things that were set or found, each by its name. */
    record Facts(List<Fact> facts) implements Block {
        public Facts {
            facts = List.copyOf(facts);
        }
    }

    /** One of them; the value has its unit. */
    record Fact(String name, String value) {}

    /**
     * A table. Its first column names its rows.
     *
     * @param kind what it is a table of, in one word
     * @param title for those who can't see it
     * @param most rows that a terminal has room for; the rest is counted there
     * @param notes what has to be known of its figures
     */
    record Table(String kind, String title, List<Column> columns, List<Row> rows, int most, List<String> notes)
            implements Block {
        public Table {
            columns = List.copyOf(columns);
            rows = List.copyOf(rows);
            notes = List.copyOf(notes);
        }

        /** A table of which a terminal shows every row. */
        public static Table of(String kind, String title, List<Column> columns, List<Row> rows, List<String> notes) {
            return new Table(kind, title, columns, rows, Integer.MAX_VALUE, notes);
        }

        /** The groups that its columns belong to, each with how many columns it has; empty where none belongs to one. */
        public List<Group> groups() {
            List<Group> groups = new ArrayList<>();
            for (Column column : columns) {
                Group last = groups.isEmpty() ? new Group("", 0) : groups.getLast();
                if (!column.group().isEmpty() && column.group().equals(last.name())) {
                    groups.set(groups.size() - 1, new Group(last.name(), last.columns() + 1));
                } else {
                    groups.add(new Group(column.group(), 1));
                }
            }
            return groups.stream().anyMatch(group -> !group.name().isEmpty()) ? groups : List.of();
        }

        /** Whether it is all words, so that a narrow page shows rows as paragraphs. */
        public boolean words() {
            return columns.stream().noneMatch(Column::number);
        }
    }

    /** Neighbouring columns under one heading. */
    record Group(String name, int columns) {}

    /**
     * A column.
     *
     * @param of what its figures are of; empty where the name says it
     * @param group heading that it shares with its neighbours; empty for none
     */
    record Column(String name, String of, String group, boolean number) {
        /** A column of words. */
        public static Column words(String name) {
            return new Column(name, "", "", false);
        }

        /** A column of figures. */
        public static Column number(String name) {
            return new Column(name, "", "", true);
        }
    }

    /**
     * A row.
     *
     * @param grade how good the news is; empty where it is neither good nor bad
     * @param mark stands before it, for eyes that do not tell colours
     * @param below what has to be said of it
     */
    record Row(Optional<Grade> grade, String mark, List<Cell> cells, List<Block> below) {
        public Row {
            cells = List.copyOf(cells);
            below = List.copyOf(below);
        }

        /** A row of these texts. */
        public static Row of(String... cells) {
            return new Row(
                    Optional.empty(), "", List.of(cells).stream().map(Cell::of).toList(), List.of());
        }
    }

    /**
     * A cell.
     *
     * @param under what belongs to it and is read second, such as its interval; a terminal has no room for it
     * @param marks what speaks against a figure, as signs; the table's notes explain them
     * @param note the same in words
     * @param link to which place of the page it leads; empty for none
     */
    record Cell(String text, String under, String marks, String note, String link) {
        /** A text or a figure with nothing beside it. */
        public static Cell of(String text) {
            return new Cell(text, "", "", "", "");
        }

        /** The same with what is read second. */
        public static Cell of(String text, String under) {
            return new Cell(text, under, "", "", "");
        }

        /** How a figure is styled. */
        public String style() {
            boolean weak = marks.contains("†") || (marks.isEmpty() && !note.isEmpty());
            return "num" + (weak ? " weak" : "") + (marks.contains("‡") ? " disturbed" : "");
        }

        /** One that leads to a place of the page. */
        public Cell to(String link) {
            return new Cell(text, under, marks, note, link);
        }
    }

    /**
     * Blocks under a heading.
     *
     * @param id its anchor in the page; empty for none
     */
    record Section(String id, String title, Fold fold, List<Block> blocks) implements Block {
        public Section {
            blocks = List.copyOf(blocks);
        }

        /** One that everybody is shown. */
        public static Section of(String id, String title, List<Block> blocks) {
            return new Section(id, title, Fold.OPEN, blocks);
        }
    }

    /** Who sees a section at once. */
    enum Fold {
        /** Everybody. */
        OPEN,
        /** Who opens it on a page, or asks a terminal for all. */
        FOLDED,
        /** Readers of a page, as a terminal has no room for it. */
        PAGE,
        /** Who opens it on a page. */
        PAGE_FOLDED;

        /** Whether a page shows it folded. */
        public boolean folded() {
            return this == FOLDED || this == PAGE_FOLDED;
        }

        /** Whether it is on pages alone. */
        public boolean page() {
            return this == PAGE || this == PAGE_FOLDED;
        }
    }

    /** All charts among blocks, in their order. */
    static List<Chart> charts(List<Block> blocks) {
        List<Chart> charts = new ArrayList<>();
        for (Block block : blocks) {
            switch (block) {
                case Chart chart -> charts.add(chart);
                case Section section -> charts.addAll(charts(section.blocks()));
                case Finding _, Text _, Facts _, Table _ -> {}
            }
        }
        return charts;
    }
}
