package dev.assay.cluster.telemetry;

import dev.assay.host.HostException;
import dev.assay.host.program.Program;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sums the bytes of each process over TCP from the output of {@code ss -tinHOe}, one line a connection, and from the owners of sockets. The
 * last second of a connection that closes between two looks is not seen.
 */
final class SocketTraffic {
    private static final Pattern INODE = Pattern.compile(" ino:(\\d+)");
    private static final Pattern OUT = Pattern.compile(" bytes_acked:(\\d+)");
    private static final Pattern IN = Pattern.compile(" bytes_received:(\\d+)");

    record Bytes(long in, long out) {
        static final Bytes NONE = new Bytes(0, 0);

        Bytes plus(Bytes other) {
            return new Bytes(in + other.in, out + other.out);
        }

        /** Returns the bytes added since {@code before}; all of them when the socket is another one with the same number. */
        Bytes since(Bytes before) {
            return in < before.in || out < before.out ? this : new Bytes(in - before.in, out - before.out);
        }
    }

    private Map<Long, Bytes> last = Map.of();

    /**
     * Runs {@code ss}, which reads the kernel's counts over netlink.
     *
     * @param ss where it is; empty where it is not
     * @throws HostException when it is not there, can't be run, or fails
     */
    static Map<Long, Bytes> read(Optional<Path> ss) {
        String program = ss.map(Path::toString)
                .orElseThrow(() -> new HostException("there is no ss; install iproute2, which provides it", null));
        byte[] output = Program.answer(Program.USUAL_LIMIT, List.of(program, "-tinHOe"), new byte[0]);
        return parse(new String(output, StandardCharsets.UTF_8));
    }

    /** Parses the bytes since the start of each connection, by the inode of its socket. */
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
     * Returns the bytes of each process since the previous call; at the first call, since the start of each connection.
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

    /** Returns a number, which {@code ss} leaves out while it is zero. */
    private static long number(Pattern pattern, String line) {
        Matcher matcher = pattern.matcher(line);
        return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
    }
}
