package dev.assay.core.scenario;

import java.util.regex.Pattern;

/** Which settings hold passwords, tokens and the like: nothing but the vendors' names for them tells. */
public final class SecretNames {
    /** Part of such a name, to be matched without regard to case. */
    public static final String PART =
            "password|passwd|secret|token|jaas|credential|private.?key|keystore.key|auth(?:entication)?.?param";

    private static final Pattern NAME = Pattern.compile(PART, Pattern.CASE_INSENSITIVE);

    private SecretNames() {}

    /** Whether a setting of that name holds a secret. */
    public static boolean isSecret(String name) {
        return NAME.matcher(name).find();
    }
}
