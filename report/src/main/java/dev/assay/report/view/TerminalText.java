package dev.assay.report.view;

import dev.assay.model.display.VisibleText;
import dev.assay.model.result.Verdict.Grade;

/** Collects lines for a terminal: wrapped, coloured when wanted, and without foreign control characters. */
public final class TerminalText {
    static final int WIDTH = 100;
    private final StringBuilder out = new StringBuilder();
    private final boolean ansi;

    public TerminalText(boolean ansi) {
        this.ansi = ansi;
    }

    public void blank() {
        out.append('\n');
    }

    /** Adds a line in the normal style, wrapped. */
    public void line(String line) {
        styled("", line);
    }

    /** Adds a line of any width without wrapping it. */
    void unwrapped(String line) {
        part("", VisibleText.line(line));
    }

    public void bold(String line) {
        styled("1", line);
    }

    public void dim(String line) {
        styled("2", line);
    }

    public void graded(Grade grade, String line) {
        styled(
                switch (grade) {
                    case VALID -> "32";
                    case DEGRADED -> "33";
                    case INVALID -> "31";
                },
                line);
    }

    private void styled(String style, String line) {
        String rest = VisibleText.line(line).stripTrailing();
        String indent = " ".repeat(rest.length() - rest.stripLeading().length() + 2);
        while (rest.length() > WIDTH) {
            int space = rest.lastIndexOf(' ', WIDTH);
            int end = space >= WIDTH / 2 ? space : WIDTH;
            part(style, rest.substring(0, end));
            rest = indent + rest.substring(end).stripLeading();
        }
        part(style, rest);
    }

    private void part(String style, String part) {
        boolean coloured = ansi && !style.isEmpty();
        out.append(coloured ? "\u001b[" + style + "m" : "")
                .append(part)
                .append(coloured ? "\u001b[0m" : "")
                .append('\n');
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
