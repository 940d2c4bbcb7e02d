package dev.assay.driver.pulsar;

import java.util.regex.Pattern;

/** Keeps secrets out of what is read back. */
final class Masking {
    static final String HIDDEN = "(hidden)";

    /** For settings that the vendor does not mark as secret, plug-ins' own among them. */
    private static final Pattern SECRET =
            Pattern.compile("password|secret|jaas|credential|private|keystore\\.key$|ssl\\.keystore\\.certificate");

    private Masking() {}

    static boolean isSecretName(String name) {
        return SECRET.matcher(name).find();
    }
}
