package dev.assay.driver.client;

import java.util.regex.Pattern;

/** Keeps secrets out of what is read back. */
public final class Masking {
    /** What stands in place of a secret. */
    public static final String HIDDEN = "(hidden)";

    /** For settings that the vendor does not mark as secret, plug-ins' own among them. */
    private static final Pattern SECRET = Pattern.compile(
            "password|secret|jaas|credential|private|keystore\\.key$|ssl\\.keystore\\.certificate"
                    + "|auth(entication)?.?param",
            Pattern.CASE_INSENSITIVE);

    private Masking() {}

    /** Whether a setting of that name holds a secret. */
    public static boolean isSecretName(String name) {
        return SECRET.matcher(name).find();
    }
}
