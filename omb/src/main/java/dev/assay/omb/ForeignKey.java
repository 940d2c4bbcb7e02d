package dev.assay.omb;

import dev.assay.model.display.VisibleText;
import dev.assay.model.spec.SecretNames;
import dev.assay.model.spec.UriSecrets;

/**
 * A key of another benchmark's file with its value.
 *
 * @param file the name of the file
 * @param line where it stands in the file, 1-based; 0 for what no key says
 * @param name the way to it, such as {@code client.serviceUrl}; empty for what no key says
 * @param value as written
 * @param secret whether the value must not be shown or copied
 */
public record ForeignKey(String file, int line, String name, String value, boolean secret) {
    private static final int LONGEST = 60;

    /** A key whose name tells whether its value is a secret. */
    public static ForeignKey of(String file, int line, String name, String value) {
        return new ForeignKey(
                file,
                line,
                name,
                value,
                SecretNames.isSecret(name) || !UriSecrets.in(value).isEmpty());
    }

    /** Something that no key of the file says. */
    public static ForeignKey unsaid(String file) {
        return new ForeignKey(file, 0, "", "", false);
    }

    /** The same where the name does not tell that the value is a secret. */
    public ForeignKey withheld() {
        return new ForeignKey(file, line, name, value, true);
    }

    /** Name and value for people, on one line, shortened, with stars in place of a secret. */
    public String shown() {
        String first = oneLine(value.strip().lines().findFirst().orElse(""));
        boolean more = value.strip().lines().count() > 1 || first.length() > LONGEST;
        String text = secret ? "***" : first.substring(0, first.offsetByCodePoints(0, shownPoints(first)));
        return oneLine(name) + (text.isEmpty() ? "" : ": " + text + (more && !secret ? "..." : ""));
    }

    /** Text of others that may stand in a comment: nothing in it ends the line or is hidden. */
    public static String oneLine(String text) {
        return VisibleText.of(text.replaceAll("\\s*[\\n\\t]\\s*", " "));
    }

    private static int shownPoints(String text) {
        return Math.min(LONGEST, text.codePointCount(0, text.length()));
    }

    /** Where it stands, such as {@code simple.yaml:12}. */
    public String place() {
        return oneLine(file) + (line > 0 ? ":" + line : "");
    }
}
