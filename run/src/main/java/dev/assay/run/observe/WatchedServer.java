package dev.assay.run.observe;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names a server that an observer watches, whatever its process is at the time.
 *
 * @param name as results have it, such as {@code broker-1}; unique among all servers of a cluster
 * @param port TCP port on which it listens on the observer's machine
 */
public record WatchedServer(String name, int port) {
    private static final Pattern TEXT = Pattern.compile("([A-Za-z0-9][A-Za-z0-9._-]{0,62})=(\\d{1,5})");
    private static final int HIGHEST_PORT = 65_535;

    /**
     * Reads {@code NAME=PORT}.
     *
     * @throws IllegalArgumentException when it is no such text
     */
    public static WatchedServer parse(String text) {
        Matcher parts = TEXT.matcher(text);
        if (!parts.matches()
                || Integer.parseInt(parts.group(2)) < 1
                || Integer.parseInt(parts.group(2)) > HIGHEST_PORT) {
            throw new IllegalArgumentException(
                    "expected a server's name (at most 63 letters, digits, '.', '_' and '-') and the port that it listens on, such as broker-1=9092, but found '"
                            + text + "'");
        }
        return new WatchedServer(parts.group(1), Integer.parseInt(parts.group(2)));
    }
}
