package dev.assay.model.spec;

import java.util.regex.Pattern;

/** Which settings hold passwords, tokens and the like: nothing but the vendors' names for them tells. */
public final class SecretNames {
    /** Whatever stands before and after it. */
    private static final String ANYWHERE =
            "(?i:password|passwd|pass.?phrase|passcode|secret|token|jaas|credential|private.?key|keystore.key"
                    + "|api.?key|access.?key|shared.?key|auth(?:entication)?.?param)";
    /** Only as a word: {@code bypass} and {@code passive} are none. */
    private static final String AS_A_WORD = "(?<![A-Za-z])(?i:pass|pwd)(?![A-Za-z])|(?<=[a-z])(?:Pass|Pwd)(?![a-z])";

    private static final Pattern NAME = Pattern.compile(ANYWHERE + "|" + AS_A_WORD);

    /** How the names of settings end that say where a secret is, or how it is dealt with. */
    private static final Pattern ABOUT = Pattern.compile(
            "(?:[._-]|(?<=[a-z])(?=[A-Z]))(?i:path|file|endpoint|url|supplier|module|cipher|algorithm|alg|hash|iterations|length|regexp|backend|enabled"
                    + "|ms|seconds|tokens|issuers|audience|claim|prefix|name|ids)$");

    /** What vendors' clients and servers put a value in place of, which Assay leaves to them. */
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{[^}]*}");

    private SecretNames() {}

    /** Whether the name of a setting speaks of a secret. */
    public static boolean isSecret(String name) {
        return NAME.matcher(name).find();
    }

    /** Whether a setting of that name has a secret for its value, and does not only say where one is or what is done with it. */
    public static boolean holdsSecret(String name) {
        return isSecret(name) && !ABOUT.matcher(name).find();
    }

    /** Whether a value is or has a secret itself, by the name of its setting or in a URI, and does not only name one. */
    public static boolean isLiteral(String name, String value) {
        String rest = PLACEHOLDER.matcher(value).replaceAll("");
        if (!UriSecrets.in(rest).isEmpty()) {
            return true;
        }
        return holdsSecret(name) && !rest.isBlank() && !value.startsWith("file:") && !Redactor.hasPlaceholders(value);
    }
}
