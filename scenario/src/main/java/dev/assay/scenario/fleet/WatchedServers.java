package dev.assay.scenario.fleet;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The servers of a cluster on a machine, which are watched there.
 *
 * @param ports the TCP port that each listens on, by its name
 * @param data folders that they write to
 * @param pageCacheDrop whether runs may have the machine's page cache dropped
 */
public record WatchedServers(Map<String, Integer> ports, List<String> data, boolean pageCacheDrop) {
    /** Only the machine is watched. */
    public static final WatchedServers NONE = new WatchedServers(Map.of(), List.of(), false);

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");

    public WatchedServers {
        for (String name : ports.keySet()) {
            if (!NAME.matcher(name).matches()) {
                throw new IllegalArgumentException(
                        "a server's name has letters, digits, '.', '_' and '-', but this is '" + name + "'");
            }
        }
        for (String folder : data) {
            if (!Machine.FOLDER.matcher(folder).matches()) {
                throw new IllegalArgumentException(
                        "expected the absolute path of a folder with data, but found '" + folder + "'");
            }
        }
        ports = Map.copyOf(ports);
        data = List.copyOf(data);
    }
}
