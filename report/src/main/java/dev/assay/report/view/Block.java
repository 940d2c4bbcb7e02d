package dev.assay.report.view;

import dev.assay.model.result.Verdict.Grade;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Represents a part of what a reader is shown. It is made once from an analysis, and the renderers for terminals, pages and Markdown show
 * the same words and values: no renderer puts a fact into words of its own.
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
     * States a finding in a sentence or two.
     *
     * @param grade how good the news is; empty where it is neither good nor bad
     * @param word the result, such as {@code FAILS}; empty where the sentence says all
     * @param sentence empty where the word says all
     * @param next what to do about it; empty for nothing
     */
    record Finding(Optional<Grade> grade, String word, String sentence, String next) implements Block {
        /** Creates a finding that needs no action. */
        public Finding(Optional<Grade> grade, String word, String sentence) {
            this(grade, word, sentence, "");
        }

        /** Returns a finding that is neither good nor bad. */
        public static Finding of(String sentence) {
            return new Finding(Optional.empty(), "", sentence);
        }

        public String text() {
            return word + (word.isEmpty() || sentence.isEmpty() ? "" : ": ") + sentence;
        }
    }

    /**
     * States a reason for or against values, with its code name.
     *
     * @param grade how much it counts against them; empty for a mere observation, or where it can't be judged
     * @param next what to do about it; empty for nothing
     * @param code its name in files
     * @param trials links to the trials concerned; none where they are obvious
     */
    record Reason(Optional<Grade> grade, String sentence, String next, String code, List<Link> trials)
            implements Block {
        private static final int MAX_TRIALS = 6;

        public Reason {
            trials = List.copyOf(trials);
        }

        /** Returns the links that there is room for. */
        public List<Link> shown() {
            return trials.subList(0, Math.min(trials.size(), MAX_TRIALS));
        }

        /** Returns {@code and 3 more} where there are more trials than there is room for. */
        public String rest() {
            return trials.size() <= MAX_TRIALS ? "" : " and " + (trials.size() - MAX_TRIALS) + " more";
        }

        String text() {
            String names = shown().stream().map(Link::text).collect(Collectors.joining(", "));
            return sentence + " (" + code + (trials.isEmpty() ? "" : "; " + names + rest()) + ")";
        }
    }

    /** @param anchor of that place, without {@code #} */
    record Link(String text, String anchor) {}

    record Text(Tone tone, String text) implements Block {
        public static Text of(String text) {
            return new Text(Tone.PLAIN, text);
        }

        public static Text note(String text) {
            return new Text(Tone.QUIET, text);
        }

        public static Text caveat(String text) {
            return new Text(Tone.CAVEAT, text);
        }
    }

    enum Tone {
        PLAIN,
        QUIET,
        CAVEAT,
        COMMAND
    }

    record Lines(List<String> lines) implements Block {
        public Lines {
            lines = List.copyOf(lines);
        }
    }

    /** @param tiles whether they are the few that a page shows large; other renderers show them in tables */
    record Facts(List<Fact> facts, boolean tiles) implements Block {
        public Facts {
            facts = List.copyOf(facts);
        }

        public Facts(List<Fact> facts) {
            this(facts, false);
        }
    }

    /**
     * Holds a named value with its unit.
     *
     * @param under details of the value in smaller print; a terminal has no room for them
     * @param bad whether the value is not as it should be
     */
    record Fact(String name, String value, String under, boolean bad) {
        public Fact(String name, String value) {
            this(name, value, "", false);
        }
    }

    /**
     * Holds a table. Its first column names its rows.
     *
     * @param kind its content in one word
     * @param title for those who can't see it
     * @param max rows that a terminal has room for; it only counts the rest
     * @param notes on its values
     */
    record Table(String kind, String title, List<Column> columns, List<Row> rows, int max, List<String> notes)
            implements Block {
        /** Names the kind of a table of ratios, each with its interval and word before the values of both sides. */
        public static final String COMPARED = "compared";

        public Table {
            columns = List.copyOf(columns);
            rows = List.copyOf(rows);
            notes = List.copyOf(notes);
        }

        /** Returns a table of which a terminal shows every row. */
        public static Table of(String kind, String title, List<Column> columns, List<Row> rows, List<String> notes) {
            return new Table(kind, title, columns, rows, Integer.MAX_VALUE, notes);
        }

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

        /** Returns the groups of its columns, each with its number of columns; empty where none belongs to one. */
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

        /** Tells whether no column has numbers. */
        public boolean words() {
            return columns.stream().noneMatch(Column::number);
        }

        /** Tells whether a narrow page shows rows as paragraphs, each cell with the name of its column. */
        public boolean stacked() {
            return words() || kind.equals(COMPARED) || !columns.get(1).number();
        }
    }

    record Group(String name, int columns) {}

    /**
     * @param of what its values belong to; empty where the name says it
     * @param group heading that it shares with its neighbours; empty for none
     * @param meaning of the name, shown when a reader points at it; empty where it is obvious
     * @param minor whether a terminal omits it where the table is too wide
     */
    record Column(String name, String of, String group, boolean number, String meaning, boolean minor) {
        /** Creates a column that is always shown. */
        public Column(String name, String of, String group, boolean number, String meaning) {
            this(name, of, group, number, meaning, false);
        }

        /** Creates a column whose name says what it means. */
        public Column(String name, String of, String group, boolean number) {
            this(name, of, group, number, "");
        }

        public static Column words(String name) {
            return new Column(name, "", "", false);
        }

        public static Column number(String name) {
            return new Column(name, "", "", true);
        }
    }

    /**
     * @param grade how good the news is; empty where it is neither good nor bad
     * @param mark shown before it, for readers who can't distinguish colours
     * @param below remarks on the row
     */
    record Row(Optional<Grade> grade, String mark, Weight weight, List<Cell> cells, List<Block> below) {
        public Row {
            cells = List.copyOf(cells);
            below = List.copyOf(below);
        }

        public Row(Optional<Grade> grade, String mark, List<Cell> cells, List<Block> below) {
            this(grade, mark, Weight.PLAIN, cells, below);
        }

        /** Returns the row's style class; null for the default. */
        public @Nullable String style() {
            return grade.isPresent()
                    ? "grade-" + grade.get().name()
                    : weight == Weight.PLAIN ? null : weight.name().toLowerCase(Locale.ROOT);
        }

        /** Returns a row that is neither good nor bad news. */
        public static Row of(Weight weight, List<Cell> cells) {
            return new Row(Optional.empty(), "", weight, cells, List.of());
        }

        public static Row of(String... cells) {
            return new Row(
                    Optional.empty(), "", List.of(cells).stream().map(Cell::of).toList(), List.of());
        }
    }

    enum Weight {
        /** The row is read first. */
        MAIN,
        PLAIN,
        /** The row sums up others. */
        QUIET
    }

    /**
     * @param under details in smaller print, such as an interval; a terminal has no room for them
     * @param marks signs of reasons against a value; the table's notes explain them
     * @param note the same reasons in words
     * @param link to an anchor of the page; empty for none
     */
    record Cell(String text, String under, String marks, String note, String link) {
        /** Marks a value that is not as it should be. */
        public static final String BAD = "✕";

        public static Cell of(String text) {
            return new Cell(text, "", "", "", "");
        }

        public static Cell of(String text, String under) {
            return new Cell(text, under, "", "", "");
        }

        /** Returns the cell's style class; null for the default. */
        public @Nullable String style(boolean number) {
            if (!number) {
                return marks.contains(BAD) ? "bad" : null;
            }
            boolean weak = marks.contains("†") || (marks.isEmpty() && !note.isEmpty());
            return "num" + (weak ? " weak" : "") + (marks.contains("‡") ? " disturbed" : "")
                    + (marks.contains(BAD) ? " bad" : "");
        }

        /** Returns the cell with a link to an anchor of the page. */
        public Cell to(String link) {
            return new Cell(text, under, marks, note, link);
        }
    }

    /**
     * @param id its anchor in the page; empty for none
     * @param under a short text beside the title where a page shows it folded; empty for nothing
     */
    record Section(String id, String title, String under, Fold fold, List<Block> blocks) implements Block {
        /** Creates a section without a text beside its title. */
        public Section(String id, String title, Fold fold, List<Block> blocks) {
            this(id, title, "", fold, blocks);
        }

        public Section {
            blocks = List.copyOf(blocks);
        }

        /** Returns a section that is always open. */
        public static Section of(String id, String title, List<Block> blocks) {
            return new Section(id, title, Fold.OPEN, blocks);
        }
    }

    /** Says which renderers show a section at once. */
    enum Fold {
        /** The section is open everywhere. */
        OPEN,
        /** A page shows the section folded, and a terminal only when it shows everything. */
        FOLDED,
        /** The section is open on pages; a terminal has no room for it. */
        PAGE,
        /** The section is folded on pages; a terminal has no room for it. */
        PAGE_FOLDED;

        /** Tells whether a page shows it folded. */
        public boolean folded() {
            return this == FOLDED || this == PAGE_FOLDED;
        }

        public boolean page() {
            return this == PAGE || this == PAGE_FOLDED;
        }
    }

    /**
     * Stands for a drawing whose data the page holds for all its trials together, packed, so that their axes and cursors are synchronous.
     * Without scripts, readers find its values in the tables beside it.
     *
     * @param id its anchor in the page
     * @param unit of the values; empty where the note says it
     * @param note what a reader has to know to read it right
     * @param summary the drawing in words, for those who can't see it
     * @param trial the anchor of its trial; empty for a drawing of all trials
     * @param part names one of the trial's drawings of that kind
     */
    record Plot(String id, Kind kind, String title, String unit, String note, String summary, String trial, String part)
            implements Block {
        /** Names the function of the page's script that draws it. */
        public enum Kind {
            TIME,
            HEAT,
            CURVE,
            OVERLAY,
            BARS
        }
    }

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
