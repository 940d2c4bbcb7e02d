package dev.assay.model.spec;

import java.util.regex.Pattern;

/** Tells which settings hold passwords, tokens and the like: nothing but the vendors' names for them shows it. */
public final class SecretNames {
    /** Matches these words whatever stands before and after them. */
    private static final String ANYWHERE =
            "(?i:password|passwd|pass.?phrase|passcode|secret|token|jaas|credential|private.?key|keystore.key"
                    + "|api.?key|access.?key|shared.?key|auth(?:entication)?.?param)";
    /** Matches these only as a word: {@code bypass} and {@code passive} are no passwords. */
    private static final String AS_A_WORD = "(?<![A-Za-z])(?i:pass|pwd)(?![A-Za-z])|(?<=[a-z])(?:Pass|Pwd)(?![a-z])";

    private static final Pattern NAME = Pattern.compile(ANYWHERE + "|" + AS_A_WORD);

    /** Matches the ends of names of settings that say where a secret is, or how it is treated. */
    private static final Pattern ABOUT = Pattern.compile(
            "(?:[._-]|(?<=[a-z])(?=[A-Z]))(?i:path|file|endpoint|url|supplier|module|cipher|algorithm|alg|hash|iterations|length|regexp|backend|enabled"
                    + "|ms|seconds|tokens|issuers|audience|claim|prefix|name|ids)$");

    /** Matches text that vendors' clients and servers replace by a value, which Assay leaves to them. */
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{[^}]*}");

    private SecretNames() {}

    public static boolean isSecret(String name) {
        return NAME.matcher(name).find();
    }

    /** Tells whether a setting of that name has a secret for its value, and does not only say where one is or how it is treated. */
    public static boolean holdsSecret(String name) {
        return isSecret(name) && !ABOUT.matcher(name).find();
    }

    /** Tells whether a value is or has a secret itself, by the name of its setting or in a URI, and does not only name one. */
    public static boolean isLiteral(String name, String value) {
        String rest = PLACEHOLDER.matcher(value).replaceAll("");
        if (!UriSecrets.in(rest).isEmpty()) {
            return true;
        }
        return holdsSecret(name) && !rest.isBlank() && !value.startsWith("file:") && !Redactor.hasPlaceholders(value);
    }
}
