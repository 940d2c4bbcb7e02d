package dev.assay.model.spec;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds the secrets of the URIs in a text: passwords such as that of {@code scheme://user:password@host}, and parameters
 * whose names say that they are secret. A password may hold an unescaped @ or / (clients differ in what they make of it), so
 * all up to the last @ before a blank, a quote or the next URI counts as one. Takes one pass over the text.
 */
public final class UriSecrets {
    private static final String BEFORE = "://";

    /**
     * @param from offset of its first character
     * @param to offset behind its last one
     */
    public record Range(int from, int to) {}

    private UriSecrets() {}

    /** Returns where the secrets stand, in the order of the text. */
    public static List<Range> in(String text) {
        List<Range> ranges = new ArrayList<>();
        int scheme = text.indexOf(BEFORE);
        while (scheme >= 0) {
            int next = text.indexOf(BEFORE, scheme + BEFORE.length());
            collect(text, scheme + BEFORE.length(), next < 0 ? text.length() : next, ranges);
            scheme = next;
        }
        return ranges;
    }

    private static void collect(String text, int from, int limit, List<Range> ranges) {
        int colon = -1;
        int at = -1;
        int end = from;
        while (end < limit && !endsUri(text.charAt(end))) {
            if (text.charAt(end) == ':' && colon < 0) {
                colon = end;
            } else if (text.charAt(end) == '@') {
                at = end;
            }
            end++;
        }
        if (colon >= 0 && at > colon + 1) {
            ranges.add(new Range(colon + 1, at));
        }
        parameters(text, Math.max(from, at), end, ranges);
    }

    private static boolean endsUri(char character) {
        return Character.isWhitespace(character) || character == '"' || character == '\'' || character == '`';
    }

    private static void parameters(String text, int from, int end, List<Range> ranges) {
        int name = -1;
        for (int at = from; at < end; at++) {
            char character = text.charAt(at);
            if (character == '?' || character == '&') {
                name = at + 1;
            } else if (character == '=' && name >= 0) {
                int to = at + 1;
                while (to < end && text.charAt(to) != '&' && text.charAt(to) != '#') {
                    to++;
                }
                if (to > at + 1 && SecretNames.isSecret(text.substring(name, at))) {
                    ranges.add(new Range(at + 1, to));
                }
                name = -1;
                at = to - 1;
            }
        }
    }
}
