package dev.assay.scenario.fleet;

import java.util.regex.Pattern;

/**
 * What ssh is to connect to: a host, or an alias of the user's ssh configuration, with a user before it or not. It becomes a word of
 * a command line, so that nothing is taken that could be an option or mean something to a shell.
 *
 * @param text {@code HOST} or {@code USER@HOST}; an IPv6 address stands in brackets
 */
public record SshDestination(String text) {
    private static final int LONGEST = 255;
    /** The texts of destinations, as a regular expression that JSON Schema understands as well. */
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

    /** As ssh takes it: an address without brackets. */
    public String ofSsh() {
        return text.replace("[", "").replace("]", "");
    }

    /** Without the user. */
    public String host() {
        String plain = ofSsh();
        return plain.substring(plain.indexOf('@') + 1);
    }

    @Override
    public String toString() {
        return text;
    }
}
