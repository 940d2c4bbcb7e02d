package dev.assay.scenario.foreign;

import java.util.ArrayList;
import java.util.List;

/** The words of a command line as a shell would take them: blanks, quotes and backslashes, but no variables. */
final class CommandWords {
    private CommandWords() {}

    /**
     * The words.
     *
     * @throws ImportException when a quote is not closed
     */
    static List<String> of(String line) throws ImportException {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean begun = false;
        char quote = 0;
        for (int at = 0; at < line.length(); at++) {
            char character = line.charAt(at);
            boolean escapes = character == '\\' && quote != '\'' && at + 1 < line.length();
            if (escapes) {
                at++;
                if (line.charAt(at) != '\n') { // Which goes on in the next line.
                    word.append(line.charAt(at));
                    begun = true;
                }
            } else if (quote != 0) {
                if (character == quote) {
                    quote = 0;
                } else {
                    word.append(character);
                }
            } else if (character == '\'' || character == '"') {
                quote = character;
                begun = true;
            } else if (Character.isWhitespace(character)) {
                if (begun) {
                    words.add(word.toString());
                    word.setLength(0);
                    begun = false;
                }
            } else {
                word.append(character);
                begun = true;
            }
        }
        if (quote != 0) {
            throw new ImportException("a quote (" + quote + ") is not closed in: " + line);
        }
        if (begun) {
            words.add(word.toString());
        }
        return List.copyOf(words);
    }
}
