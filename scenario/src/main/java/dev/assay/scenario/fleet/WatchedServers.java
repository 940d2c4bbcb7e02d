package dev.assay.scenario.fleet;

import dev.assay.model.spec.Check;
import dev.assay.model.spec.Key;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

public record WatchedServers(
        @Key(
                value = "For observers: the TCP port of each server by its name, such as { broker-1: 9092 }.",
                name = "servers")
        Map<String, Integer> ports,

        @Key("For observers: folders that the servers write to.")
        List<String> data,

        @Key(value = "For observers: whether runs may have the machine's page cache dropped.", fallback = "false")
        boolean pageCacheDrop) {
    /** Watches the machine only. */
    public static final WatchedServers NONE = new WatchedServers(Map.of(), List.of(), false);

    private static final int MAX_PORT = 65_535;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");

    public WatchedServers {
        ports.forEach((name, port) -> {
            Check.key(
                    "servers",
                    NAME.matcher(name).matches(),
                    "a server's name has letters, digits, '.', '_' and '-', but this is '" + name + "'");
            Check.key(
                    "servers",
                    port >= 1 && port <= MAX_PORT,
                    "a port is 1 to %d, but that of %s is %d".formatted(MAX_PORT, name, port));
        });
        for (String folder : data) {
            Check.key(
                    "data",
                    Machine.FOLDER.matcher(folder).matches(),
                    "expected the absolute path of a folder with data, but found '" + folder + "'");
        }
        ports = Map.copyOf(ports);
        data = List.copyOf(data);
    }
}
