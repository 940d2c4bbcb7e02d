package dev.assay.cluster.local;

import dev.assay.cluster.node.ServerSettingsFile;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * @param machine nodes with the same machine share an address, a disk and faults
 * @param host the address that it listens on
 * @param ports by the names that its recipe has for them
 * @param folder of its own
 * @param disks a folder on each of the disks for its data; its own folder where it has only the usual disk
 */
public record Place(
        String name, String machine, String host, Map<String, Integer> ports, Path folder, List<Path> disks) {
    public Place {
        ports = Map.copyOf(ports);
        disks = List.copyOf(disks);
    }

    public int port(String of) {
        Integer port = ports.get(of);
        if (port == null) {
            throw new IllegalArgumentException(name + " has no port '" + of + "', only " + ports.keySet());
        }
        return port;
    }

    public String address(String of) {
        return host + ":" + port(of);
    }

    public URI page(String of, String path) {
        return URI.create("http://" + address(of) + path);
    }

    public Path settings(ServerSettingsFile.Form form) {
        return ServerSettingsFile.beside(folder, form).file();
    }
}
