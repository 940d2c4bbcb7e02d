package dev.assay.report.text;

import java.util.List;
import java.util.regex.Pattern;

/** Writes a command line that can be pasted into a POSIX shell. */
public final class CommandText {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:=@%+,-]+");

    private CommandText() {}

    /** Joins the words, quoted where the shell would change them. */
    public static String of(List<String> words) {
        return String.join(" ", words.stream().map(CommandText::quoted).toList());
    }

    private static String quoted(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
