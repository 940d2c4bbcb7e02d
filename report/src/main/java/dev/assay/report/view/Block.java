package dev.assay.report.view;

import dev.assay.model.result.Verdict.Grade;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A part of what a reader is told. It is made once from an analysis, and the renderers for terminals, pages and Markdown show the same words
 * and values: no fact is put into words by a renderer.
 */
public sealed interface Block
        permits Block.Finding,
                Block.Reason,
                Block.Text,
                Block.Lines,
                Block.Facts,
                Block.Table,
                Block.Section,
                Block.Plot,
                Chart {

    /**
     * What was found, in a sentence or two.
     *
     * @param grade how good the news is; empty where it is neither good nor bad
     * @param word what it comes to, such as {@code FAILS}; empty where the sentence says all
     * @param sentence empty where the word says all
     * @param next what to do about it; empty for nothing
     */
    record Finding(Optional<Grade> grade, String word, String sentence, String next) implements Block {
        /** One about which nothing is to be done. */
        public Finding(Optional<Grade> grade, String word, String sentence) {
            this(grade, word, sentence, "");
        }

        /** A finding that is neither good nor bad. */
        public static Finding of(String sentence) {
            return new Finding(Optional.empty(), "", sentence);
        }

        /** The word and the sentence. */
        public String text() {
            return word + (word.isEmpty() || sentence.isEmpty() ? "" : ": ") + sentence;
        }
    }

    /**
     * What speaks for or against values, in words; its code name stands behind.
     *
     * @param grade how much it speaks against them; empty where it only says what was seen, or can't be told
     * @param next what to do about it; empty for nothing
     * @param code its name in files
     * @param trials links to those that it is about; none where that is plain
     */
    record Reason(Optional<Grade> grade, String sentence, String next, String code, List<Link> trials)
            implements Block {
        private static final int MAX_TRIALS = 6;

        public Reason {
            trials = List.copyOf(trials);
        }

        /** The trials that there is room for. */
        public List<Link> shown() {
            return trials.subList(0, Math.min(trials.size(), MAX_TRIALS));
        }

        /** {@code and 3 more} where there are more trials than there is room for. */
        public String rest() {
            return trials.size() <= MAX_TRIALS ? "" : " and " + (trials.size() - MAX_TRIALS) + " more";
        }

        /** The sentence with its code and its trials behind. */
        String text() {
            String names = shown().stream().map(Link::text).collect(Collectors.joining(", "));
            return sentence + " (" + code + (trials.isEmpty() ? "" : "; " + names + rest()) + ")";
        }
    }

    /**
     * A text that leads to a place of the page.
     *
     * @param anchor of that place, without {@code #}
     */
    record Link(String text, String anchor) {}

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

        /** What speaks against values or their comparison. */
        public static Text caveat(String text) {
            return new Text(Tone.CAVEAT, text);
        }
    }

    /** How loud a text is. */
    enum Tone {
        PLAIN,
        QUIET,
        CAVEAT,
        /** A line to paste into a shell, which no renderer wraps. */
        COMMAND
    }

    /** Texts of the same kind, one below the other. */
    record Lines(List<String> lines) implements Block {
        public Lines {
            lines = List.copyOf(lines);
        }
    }

    /**
     * Things that were set or found, each by its name.
     *
     * @param tiles whether they are the few that a page shows large; whatever else shows blocks has them in tables
     */
    record Facts(List<Fact> facts, boolean tiles) implements Block {
        public Facts {
            facts = List.copyOf(facts);
        }

        /** Those of a list. */
        public Facts(List<Fact> facts) {
            this(facts, false);
        }
    }

    /**
     * One of them; the value has its unit.
     *
     * @param under what the value is of, and is read second; a terminal has no room for it
     * @param bad whether it is not as it should be
     */
    record Fact(String name, String value, String under, boolean bad) {
        /** One with nothing beside it. */
        public Fact(String name, String value) {
            this(name, value, "", false);
        }
    }

    /**
     * A table. Its first column names its rows.
     *
     * @param kind what it is a table of, in one word
     * @param title for those who can't see it
     * @param max rows that a terminal has room for; the rest is counted there
     * @param notes what has to be known of its values
     */
    record Table(String kind, String title, List<Column> columns, List<Row> rows, int max, List<String> notes)
            implements Block {
        /** The kind of a table of ratios, each with its interval and word before the values of both sides. */
        public static final String COMPARED = "compared";

        public Table {
            columns = List.copyOf(columns);
            rows = List.copyOf(rows);
            notes = List.copyOf(notes);
        }

        /** A table of which a terminal shows every row. */
        public static Table of(String kind, String title, List<Column> columns, List<Row> rows, List<String> notes) {
            return new Table(kind, title, columns, rows, Integer.MAX_VALUE, notes);
        }

        /** The same without minor columns. */
        Table narrow() {
            List<Row> narrow = new ArrayList<>();
            for (Row row : rows) {
                List<Cell> cells = new ArrayList<>();
                for (int i = 0; i < columns.size(); i++) {
                    if (!columns.get(i).minor()) {
                        cells.add(row.cells().get(i));
                    }
                }
                narrow.add(new Row(row.grade(), row.mark(), row.weight(), cells, row.below()));
            }
            List<Column> main =
                    columns.stream().filter(column -> !column.minor()).toList();
            return new Table(kind, title, main, narrow, max, notes);
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

        /** Whether it is all words. */
        public boolean words() {
            return columns.stream().noneMatch(Column::number);
        }

        /** Whether a narrow page shows rows as paragraphs, each cell with the name of its column. */
        public boolean stacked() {
            return words() || kind.equals(COMPARED);
        }
    }

    /** Neighbouring columns under one heading. */
    record Group(String name, int columns) {}

    /**
     * A column.
     *
     * @param of what its values are of; empty where the name says it
     * @param group heading that it shares with its neighbours; empty for none
     * @param meaning what the name means, for those who point at it; empty where that is plain
     * @param minor whether a terminal leaves it out where the table is too wide for one
     */
    record Column(String name, String of, String group, boolean number, String meaning, boolean minor) {
        /** One that is always shown. */
        public Column(String name, String of, String group, boolean number, String meaning) {
            this(name, of, group, number, meaning, false);
        }

        /** One whose name says what it means. */
        public Column(String name, String of, String group, boolean number) {
            this(name, of, group, number, "");
        }

        /** A column of words. */
        public static Column words(String name) {
            return new Column(name, "", "", false);
        }

        /** A column of values. */
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
    record Row(Optional<Grade> grade, String mark, Weight weight, List<Cell> cells, List<Block> below) {
        public Row {
            cells = List.copyOf(cells);
            below = List.copyOf(below);
        }

        /** One like most. */
        public Row(Optional<Grade> grade, String mark, List<Cell> cells, List<Block> below) {
            this(grade, mark, Weight.PLAIN, cells, below);
        }

        /** How it is styled; null for like any other. */
        public @Nullable String style() {
            return grade.isPresent()
                    ? "grade-" + grade.get().name()
                    : weight == Weight.PLAIN ? null : weight.name().toLowerCase(Locale.ROOT);
        }

        /** One of that weight, with no news. */
        public static Row of(Weight weight, List<Cell> cells) {
            return new Row(Optional.empty(), "", weight, cells, List.of());
        }

        /** A row of these texts. */
        public static Row of(String... cells) {
            return new Row(
                    Optional.empty(), "", List.of(cells).stream().map(Cell::of).toList(), List.of());
        }
    }

    /** How much a row stands out. */
    enum Weight {
        /** What is read first. */
        MAIN,
        PLAIN,
        /** What sums up others. */
        QUIET
    }

    /**
     * A cell.
     *
     * @param under what belongs to it and is read second, such as its interval; a terminal has no room for it
     * @param marks what speaks against a value, as signs; the table's notes explain them
     * @param note the same in words
     * @param link to which place of the page it leads; empty for none
     */
    record Cell(String text, String under, String marks, String note, String link) {
        /** Of a value that is not as it should be. */
        public static final String BAD = "✕";

        /** A text or a value with nothing beside it. */
        public static Cell of(String text) {
            return new Cell(text, "", "", "", "");
        }

        /** The same with what is read second. */
        public static Cell of(String text, String under) {
            return new Cell(text, under, "", "", "");
        }

        /** How it is styled; null for like any other. */
        public @Nullable String style(boolean number) {
            if (!number) {
                return marks.contains(BAD) ? "bad" : null;
            }
            boolean weak = marks.contains("†") || (marks.isEmpty() && !note.isEmpty());
            return "num" + (weak ? " weak" : "") + (marks.contains("‡") ? " disturbed" : "")
                    + (marks.contains(BAD) ? " bad" : "");
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
     * @param under what stands beside the title where a page shows it folded; empty for nothing
     */
    record Section(String id, String title, String under, Fold fold, List<Block> blocks) implements Block {
        /** One whose title says what is in it. */
        public Section(String id, String title, Fold fold, List<Block> blocks) {
            this(id, title, "", fold, blocks);
        }

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

    /**
     * A drawing of what a page has of all its trials at once, packed, so that their axes and cursors go together. Who runs no script reads
     * its values in the tables beside it.
     *
     * @param id its anchor in the page
     * @param unit of what is drawn; empty where the note says it
     * @param note what a reader has to know to read it right
     * @param summary the drawing in words, for those who can't see it
     * @param trial the anchor of the trial that it is of; empty for that of all
     * @param part which of the trial's drawings of that kind
     */
    record Plot(String id, Kind kind, String title, String unit, String note, String summary, String trial, String part)
            implements Block {
        /** Which function of the page's script draws it. */
        public enum Kind {
            TIME,
            HEAT,
            CURVE,
            OVERLAY,
            BARS
        }
    }

    /** All charts among blocks, in their order. */
    static List<Chart> charts(List<Block> blocks) {
        List<Chart> charts = new ArrayList<>();
        for (Block block : blocks) {
            switch (block) {
                case Chart chart -> charts.add(chart);
                case Section section -> charts.addAll(charts(section.blocks()));
                case Finding _, Reason _, Text _, Lines _, Facts _, Table _, Plot _ -> {}
            }
        }
        return charts;
    }
}
