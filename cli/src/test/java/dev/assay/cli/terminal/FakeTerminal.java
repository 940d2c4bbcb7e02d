package dev.assay.cli.terminal;

import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Imitates a terminal that understands only what Assay sends, and shows what a person would see. */
final class FakeTerminal extends Writer {
    private static final Pattern SEQUENCE = Pattern.compile("\u001b\\[(\\??)([0-9;]*)([A-Za-z])");

    private final TerminalSize size;
    private final List<StringBuilder> lines = new ArrayList<>(List.of(new StringBuilder()));
    private final List<String> frames = new ArrayList<>();
    private int row;
    private int column;
    private boolean wraps = true;
    private int wrapped;

    FakeTerminal(TerminalSize size) {
        this.size = size;
    }

    TerminalSize size() {
        return size;
    }

    /** Returns all text that was printed and not erased, including what was scrolled away. */
    String text() {
        return lines.stream()
                .map(line -> line.toString().stripTrailing().replace('\u202f', ' '))
                .collect(Collectors.joining("\n"))
                .stripTrailing();
    }

    /** Returns each frame as it was sent. */
    List<String> frames() {
        return frames;
    }

    int wrapped() {
        return wrapped;
    }

    /** Tells whether the terminal is in its original state: the cursor at the beginning of a line, and long lines wrapped. */
    boolean tidy() {
        return wraps && column == 0;
    }

    @Override
    public void write(char[] buffer, int from, int length) {
        String text = new String(buffer, from, length);
        frames.add(text);
        Matcher sequence = SEQUENCE.matcher(text);
        int at = 0;
        while (at < text.length()) {
            char next = text.charAt(at);
            if (next == '\u001b') {
                if (!sequence.find(at) || sequence.start() != at) {
                    throw new AssertionError("a sequence that no terminal knows: " + text.substring(at));
                }
                obey(sequence.group(1) + sequence.group(2), sequence.group(3).charAt(0));
                at = sequence.end();
            } else {
                put(next);
                at++;
            }
        }
    }

    private void obey(String argument, char command) {
        switch (command) {
            case 'A' -> {
                row -= Integer.parseInt(argument);
                if (row < Math.max(0, lines.size() - size.rows())) {
                    throw new AssertionError("above the screen");
                }
            }
            case 'K' -> line().setLength(Math.min(column, line().length()));
            case 'J' -> {
                line().setLength(Math.min(column, line().length()));
                lines.subList(row + 1, lines.size()).clear();
            }
            case 'l', 'h' -> {
                if (!argument.equals("?7")) {
                    throw new AssertionError("unknown mode " + argument);
                }
                wraps = command == 'h';
            }
            case 'm' -> {
                // Colours are not shown.
            }
            default -> throw new AssertionError("unknown command " + command);
        }
    }

    private void put(char next) {
        if (next == '\r') {
            column = 0;
        } else if (next == '\n') {
            column = 0;
            row++;
            line();
        } else {
            if (column == size.columns()) {
                wrapped++;
                if (!wraps) {
                    return;
                }
                put('\n');
            }
            StringBuilder line = line();
            line.append(" ".repeat(Math.max(0, column + 1 - line.length())));
            line.setCharAt(column, next);
            column++;
        }
    }

    private StringBuilder line() {
        while (lines.size() <= row) {
            lines.add(new StringBuilder());
        }
        return lines.get(row);
    }

    @Override
    public void flush() {
        // Everything is shown at once.
    }

    @Override
    public void close() {
        // Nothing is held.
    }
}
