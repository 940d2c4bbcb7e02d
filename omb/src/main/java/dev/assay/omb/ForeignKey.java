package dev.assay.omb;

import dev.assay.model.display.VisibleText;
import dev.assay.model.spec.Redactor;
import dev.assay.model.spec.SecretNames;
import java.util.regex.Pattern;

/**
 * Holds a key of another benchmark's file with its value.
 *
 * @param file the name of the file
 * @param line where it stands in the file, 1-based; 0 for what no key says
 * @param name the way to it, such as {@code client.serviceUrl}; empty for what no key says
 * @param value as written
 * @param plain whether it stands without quotes in YAML
 * @param secret whether the value must not be shown or copied
 */
public record ForeignKey(String file, int line, String name, String value, boolean plain, boolean secret) {
    private static final int LONGEST = 60;

    /** Matches an address without a scheme, with user and password. */
    private static final Pattern LOGIN = Pattern.compile("^[\\w.%+-]+:[^\\s/@]+@[\\w.-]+(?::\\d+)?(?:[,/].*)?$");

    /** Returns a key whose name or value tells whether it is a secret; one that only says where a secret is, is none. */
    public static ForeignKey of(String file, int line, String name, String value) {
        return of(file, line, name, new ForeignValue(value, false));
    }

    /** Returns a key with a value of YAML. */
    public static ForeignKey of(String file, int line, String name, ForeignValue value) {
        String text = value.text();
        return new ForeignKey(
                file,
                line,
                name,
                text,
                value.plain(),
                SecretNames.isLiteral(name, text)
                        || Redactor.hasSecrets(text)
                        || LOGIN.matcher(text).find());
    }

    /** Stands for something that no key of the file says. */
    public static ForeignKey unsaid(String file) {
        return new ForeignKey(file, 0, "", "", true, false);
    }

    /** Returns the key as a secret, where its name does not tell that. */
    public ForeignKey withheld() {
        return new ForeignKey(file, line, name, value, plain, true);
    }

    public ForeignValue read() {
        return new ForeignValue(value, plain);
    }

    /** Returns name and value on one line, shortened, with stars in place of a secret. */
    public String shown() {
        String first = oneLine(value.strip().lines().findFirst().orElse(""));
        boolean more = value.strip().lines().count() > 1 || first.length() > LONGEST;
        String text = secret ? "***" : first.substring(0, first.offsetByCodePoints(0, shownPoints(first)));
        return oneLine(name) + (text.isEmpty() ? "" : ": " + text + (more && !secret ? "..." : ""));
    }

    /** Makes external text fit for a comment: nothing in it ends the line or is hidden. */
    public static String oneLine(String text) {
        return VisibleText.of(text.replaceAll("\\s*[\\n\\t]\\s*", " "));
    }

    private static int shownPoints(String text) {
        return Math.min(LONGEST, text.codePointCount(0, text.length()));
    }

    /** Returns the place, such as {@code simple.yaml:12}. */
    public String place() {
        return oneLine(file) + (line > 0 ? ":" + line : "");
    }
}
