package dev.assay.scenario.fleet;

import java.util.regex.Pattern;

/**
 * Holds the destination for ssh: a host, or an alias of the user's ssh configuration, optionally with a user in front. Since it
 * becomes a word of a command line, texts that could be an option or have a meaning to a shell are refused.
 *
 * @param text {@code HOST} or {@code USER@HOST}; an IPv6 address stands in brackets
 */
public record SshDestination(String text) {
    private static final int LONGEST = 255;
    /** Matches destinations, also in JSON Schema. */
    public static final String PATTERN =
            "(?:[A-Za-z0-9_][A-Za-z0-9_.-]*@)?(?:[A-Za-z0-9_][A-Za-z0-9_.-]*|\\[[0-9A-Fa-f]*:[0-9A-Fa-f:.]+(?:%[A-Za-z0-9_.-]+)?])";

    private static final Pattern VALID = Pattern.compile(PATTERN);

    public SshDestination {
        if (text.length() > LONGEST || !VALID.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "expected a host for ssh like load-1, bench@10.0.0.7 or [2001:db8::7], but found '" + text
                            + "'; ports and keys belong into ~/.ssh/config");
        }
    }

    /** Returns the destination for ssh's command line, without brackets around an IPv6 address. */
    public String ofSsh() {
        return text.replace("[", "").replace("]", "");
    }

    public String host() {
        String plain = ofSsh();
        return plain.substring(plain.indexOf('@') + 1);
    }

    @Override
    public String toString() {
        return text;
    }
}
