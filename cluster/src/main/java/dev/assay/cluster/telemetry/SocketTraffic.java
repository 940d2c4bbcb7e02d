package dev.assay.cluster.telemetry;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Bytes of each process over TCP, from what {@code ss -tinHOe} prints, one line a connection, and from who has which
 * socket open. The last second of a connection that closes between two looks is not seen.
 */
final class SocketTraffic {
    private static final Pattern INODE = Pattern.compile(" ino:(\\d+)");
    private static final Pattern OUT = Pattern.compile(" bytes_acked:(\\d+)");
    private static final Pattern IN = Pattern.compile(" bytes_received:(\\d+)");

    /** Bytes received and sent. */
    record Bytes(long in, long out) {
        static final Bytes NONE = new Bytes(0, 0);

        Bytes plus(Bytes other) {
            return new Bytes(in + other.in, out + other.out);
        }

        /** What was added since; all of it when the socket is another one with the same number. */
        Bytes since(Bytes before) {
            return in < before.in || out < before.out ? this : new Bytes(in - before.in, out - before.out);
        }
    }

    private Map<Long, Bytes> last = Map.of();

    /** Bytes since the start of each connection, by the inode of its socket. */
    static Map<Long, Bytes> parse(String ssOutput) {
        Map<Long, Bytes> sockets = new HashMap<>();
        for (String line : ssOutput.split("\n", -1)) {
            long inode = number(INODE, line);
            if (inode != 0) {
                sockets.put(inode, new Bytes(number(IN, line), number(OUT, line)));
            }
        }
        return sockets;
    }

    /**
     * Bytes of each process since the last call; at the first call, since the start of each connection.
     *
     * @param owners processes by the inodes of the sockets that they have open
     */
    Map<Long, Bytes> next(Map<Long, Bytes> sockets, Map<Long, Set<Long>> owners) {
        Map<Long, Bytes> traffic = new HashMap<>();
        sockets.forEach((inode, bytes) -> {
            Bytes added = bytes.since(last.getOrDefault(inode, Bytes.NONE));
            owners.getOrDefault(inode, Set.of()).forEach(pid -> traffic.merge(pid, added, Bytes::plus));
        });
        last = sockets;
        return traffic;
    }

    /** Left out by {@code ss} while it is zero. */
    private static long number(Pattern pattern, String line) {
        Matcher matcher = pattern.matcher(line);
        return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
    }
}
