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

    private SecretNames() {}

    /** Whether a setting of that name holds a secret. */
    public static boolean isSecret(String name) {
        return NAME.matcher(name).find();
    }
}
