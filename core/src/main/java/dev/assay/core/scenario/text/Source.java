package dev.assay.core.scenario.text;

import java.util.List;

/**
 * A text that problems are located in: the scenario file, or one option of the command line.
 *
 * @param name the file's name, or the option's
 * @param order where its problems stand in the list; the file's come first
 * @param lines the text by line, without line ends
 */
record Source(String name, int order, List<String> lines) {
    static Source of(String name, int order, String text) {
        return new Source(name, order, List.of(text.split("\r\n|\n|\r", -1)));
    }

    /** The text of a 0-based line; empty beyond the end. */
    String line(int number) {
        return number < lines.size() ? lines.get(number) : "";
    }

    /** The span at the very beginning. */
    SourceSpan top() {
        return new SourceSpan(this, 0, 0, Math.max(1, line(0).stripTrailing().length()));
    }
}
