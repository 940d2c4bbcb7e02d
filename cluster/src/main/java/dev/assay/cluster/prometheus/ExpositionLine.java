package dev.assay.cluster.prometheus;

import java.util.HashMap;
import java.util.Map;

/** Holds one value in Prometheus's text format, without its time. */
record ExpositionLine(Map<String, String> labels, double value) {
    ExpositionLine {
        labels = Map.copyOf(labels);
    }

    /** Returns the name of the line's metric; empty for a comment or an empty line. */
    static String name(String line) {
        int end = 0;
        while (end < line.length() && isOfName(line.charAt(end))) {
            end++;
        }
        return line.substring(0, end);
    }

    private static boolean isOfName(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == ':';
    }

    /** @throws IllegalArgumentException when it is no such line; the message quotes nothing of it */
    static ExpositionLine parse(String line) {
        return new Cursor(line, name(line).length()).rest();
    }

    private static final class Cursor {
        private final String line;
        private int at;

        Cursor(String line, int at) {
            this.line = line;
            this.at = at;
        }

        ExpositionLine rest() {
            Map<String, String> labels = new HashMap<>();
            skipSpace();
            if (peek() == '{') {
                at++;
                readLabels(labels);
            }
            skipSpace();
            int end = at;
            while (end < line.length() && !isSpace(line.charAt(end))) {
                end++;
            }
            return new ExpositionLine(labels, number(line.substring(at, end)));
        }

        private void readLabels(Map<String, String> labels) {
            for (skipSpace(); peek() != '}'; skipSpace()) {
                int begin = at;
                while (isOfName(peek())) {
                    at++;
                }
                String name = line.substring(begin, at);
                skipSpace();
                expect('=');
                skipSpace();
                labels.put(name, quoted());
                skipSpace();
                if (peek() != '}') {
                    expect(',');
                }
            }
            at++;
        }

        private String quoted() {
            expect('"');
            StringBuilder text = new StringBuilder();
            while (peek() != '"') {
                char c = line.charAt(at++);
                if (c == '\\') {
                    char escaped = peek();
                    at++;
                    text.append(escaped == 'n' ? '\n' : escaped);
                } else {
                    text.append(c);
                }
            }
            at++;
            return text.toString();
        }

        private void expect(char wanted) {
            if (peek() != wanted) {
                throw new IllegalArgumentException("expected " + wanted + " at character " + (at + 1));
            }
            at++;
        }

        private char peek() {
            if (at >= line.length()) {
                throw new IllegalArgumentException("it ends too early");
            }
            return line.charAt(at);
        }

        private void skipSpace() {
            while (at < line.length() && isSpace(line.charAt(at))) {
                at++;
            }
        }

        private static boolean isSpace(char c) {
            return c == ' ' || c == '\t';
        }

        private double number(String text) {
            return switch (text) {
                case "+Inf", "Inf" -> Double.POSITIVE_INFINITY;
                case "-Inf" -> Double.NEGATIVE_INFINITY;
                default -> finite(text);
            };
        }

        private double finite(String text) {
            try {
                return Double.parseDouble(text);
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException("there is no number at character " + (at + 1), e);
            }
        }
    }
}
