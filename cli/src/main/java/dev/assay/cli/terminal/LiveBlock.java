package dev.assay.cli.terminal;

import dev.assay.run.secret.ProcessRedactor;
import java.io.PrintWriter;
import java.util.List;
import java.util.function.Supplier;

/**
 * Draws lines over and over at the lower end of a terminal. A frame is written at once, each line over the previous one and then erased to
 * its end, so that nothing flickers. Between frames the cursor stands below the block and the terminal is in its normal state, so that any
 * other output, or the end of the process, leaves only the last frame.
 */
final class LiveBlock {
    private static final String WITHOUT_WRAP = "\u001b[?7l";
    private static final String WITH_WRAP = "\u001b[?7h";
    private static final String ERASE_REST_OF_LINE = "\u001b[K";
    private static final String ERASE_BELOW = "\u001b[J";
    private static final String NEXT_LINE = "\r\n";

    private final PrintWriter out;
    private final Supplier<TerminalSize> size;
    private List<Line> drawn = List.of();

    LiveBlock(PrintWriter out, Supplier<TerminalSize> size) {
        this.out = out;
        this.size = size;
    }

    /**
     * @param text already made visible
     * @param style Assay's own escape sequence at its beginning; empty for none
     */
    record Line(String text, String style) {
        static final String RESET = "\u001b[0m";

        /** Replaces line ends and tabs, which are visible text and would shift the lines below. */
        Line {
            text = text.replace('\n', ' ').replace('\t', ' ');
        }

        Line(String text) {
            this(text, "");
        }

        /** Cuts the line, after secrets were masked, since half a secret is not recognised. */
        private Line cut(int columns) {
            return new Line(TextWidth.cut(ProcessRedactor.known().verbatim(text), columns), style);
        }

        private String shown() {
            String shown = FilteredWriter.filtered(text);
            return style.isEmpty() ? shown : style + shown + RESET;
        }
    }

    /** Draws these lines in place of the previous ones, as many as there is room for. */
    void draw(List<Line> lines) {
        TerminalSize now = size.get();
        StringBuilder frame = new StringBuilder(back(now)).append(WITHOUT_WRAP);
        List<Line> shown = lines.stream()
                .limit(Math.max(1, now.rows() - 1))
                .map(line -> line.cut(columns(now)))
                .toList();
        shown.forEach(
                line -> frame.append(line.shown()).append(ERASE_REST_OF_LINE).append(NEXT_LINE));
        Terminal.draw(out, frame.append(ERASE_BELOW).append(WITH_WRAP).toString());
        drawn = shown;
    }

    void clear() {
        if (!drawn.isEmpty()) {
            Terminal.draw(out, back(size.get()) + ERASE_BELOW);
            drawn = List.of();
        }
    }

    /** Returns how many characters a line may have: the last column stays free, as some terminals begin a new line after it. */
    int columns() {
        return columns(size.get());
    }

    private static int columns(TerminalSize now) {
        return Math.max(1, now.columns() - 1);
    }

    /** Moves the cursor to the first line. A terminal that has become narrower shows a line that was longer as several. */
    private String back(TerminalSize now) {
        int rows = drawn.stream()
                .mapToInt(line -> Math.max(1, Math.ceilDiv(line.text().length(), now.columns())))
                .sum();
        int max = Math.min(rows, now.rows() - 1);
        return max < 1 ? "\r" : "\r\u001b[" + max + "A";
    }
}
