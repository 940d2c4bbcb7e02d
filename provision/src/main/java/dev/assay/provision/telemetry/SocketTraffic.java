package dev.assay.provision.telemetry;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Bytes of each process over TCP, from what {@code ss -tinpHO} prints, one line a connection. The last second of a
 * connection that closes between two looks is not seen.
 */
final class SocketTraffic {
    private static final Pattern PID = Pattern.compile("pid=(\\d+),");
    private static final Pattern OUT = Pattern.compile(" bytes_acked:(\\d+)");
    private static final Pattern IN = Pattern.compile(" bytes_received:(\\d+)");
    private static final Pattern SPACES = Pattern.compile("\\s+");

    /** Bytes received and sent. */
    record Bytes(long in, long out) {
        Bytes plus(Bytes other) {
            return new Bytes(in + other.in, out + other.out);
        }

        /** What was added since; all of it when the connection is another one with the same ends. */
        Bytes since(Bytes before) {
            return in < before.in || out < before.out ? this : new Bytes(in - before.in, out - before.out);
        }
    }

    private record Connection(long pid, String ends) {}

    private Map<Connection, Bytes> last = Map.of();
    private boolean primed;

    /** Bytes of each process since the last call; empty at the first call. A process without connections is absent. */
    Map<Long, Bytes> next(String ssOutput) {
        Map<Connection, Bytes> now = parse(ssOutput);
        Map<Long, Bytes> traffic = new HashMap<>();
        if (primed) {
            now.forEach((connection, bytes) -> traffic.merge(
                    connection.pid, bytes.since(last.getOrDefault(connection, new Bytes(0, 0))), Bytes::plus));
        }
        last = now;
        primed = true;
        return traffic;
    }

    private static Map<Connection, Bytes> parse(String ssOutput) {
        Map<Connection, Bytes> connections = new HashMap<>();
        for (String line : ssOutput.split("\n", -1)) {
            int users = line.indexOf("users:((");
            if (users < 0) {
                continue;
            }
            String[] word = SPACES.split(line.strip());
            Bytes bytes = new Bytes(number(IN, line), number(OUT, line));
            for (long pid : pids(line.substring(users, line.indexOf("))", users)))) {
                connections.put(new Connection(pid, word[3] + ">" + word[4]), bytes);
            }
        }
        return connections;
    }

    private static List<Long> pids(String users) {
        List<Long> pids = new ArrayList<>();
        Matcher matcher = PID.matcher(users);
        while (matcher.find()) {
            pids.add(Long.valueOf(matcher.group(1)));
        }
        return pids;
    }

    /** Left out by {@code ss} while it is zero. */
    private static long number(Pattern pattern, String line) {
        Matcher matcher = pattern.matcher(line);
        return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
    }
}
