package dev.assay.bench.statistics;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A table in Markdown. */
public final class MarkdownTable {
    private final List<List<String>> rows = new ArrayList<>();

    /** A table with these column titles, each with its unit. */
    public MarkdownTable(String... titles) {
        rows.add(List.of(titles));
    }

    /** Adds a row of as many cells as there are titles. */
    public MarkdownTable row(String... cells) {
        if (cells.length != rows.getFirst().size()) {
            throw new IllegalArgumentException(
                    "a row must have " + rows.getFirst().size() + " cells, but has " + Arrays.toString(cells));
        }
        rows.add(List.of(cells));
        return this;
    }

    /** Prints it. */
    public void print(PrintStream out) {
        out.println();
        printRow(out, rows.getFirst());
        out.println("|" + "---|".repeat(rows.getFirst().size()));
        rows.stream().skip(1).forEach(row -> printRow(out, row));
        out.println();
    }

    private static void printRow(PrintStream out, List<String> row) {
        out.println("| " + String.join(" | ", row) + " |");
    }
}
