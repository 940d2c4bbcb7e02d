package dev.assay.cluster.node;

import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.disk.DiskImage;
import dev.assay.host.process.LeasedFolder;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.model.spec.NodeDisks;
import dev.assay.model.unit.ByteSize;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Holds the disks on which the nodes of one local cluster store their data, where these are not the usual one. */
final class DataDisks implements AutoCloseable {
    private final ProcessSupervisor supervisor;
    private final Map<String, List<Path>> folders = new LinkedHashMap<>();
    private final Map<String, List<DiskImage>> images = new LinkedHashMap<>();
    private final List<LeasedFolder> leased = new ArrayList<>();

    DataDisks(ProcessSupervisor supervisor) {
        this.supervisor = supervisor;
    }

    /**
     * Uses real disks: makes a folder on each of the user's disks, and in that one for each node.
     *
     * @param name of the folder to make, which exists nowhere yet
     */
    void use(NodeDisks wanted, String name, List<String> nodes) {
        for (String path : wanted.paths().paths()) {
            leased.add(supervisor.folder("data on " + path, Path.of(path).resolve(name)));
        }
        for (String node : nodes) {
            folders.put(
                    node,
                    leased.stream().map(disk -> make(disk.path().resolve(node))).toList());
        }
    }

    private static Path make(Path folder) {
        try {
            return NodeEnvironment.folderInside(folder);
        } catch (IOException e) {
            throw DeploymentException.environment("Cannot create the folder " + folder + ": " + e, e);
        }
    }

    /**
     * Emulates disks: an image for each disk of each node in the folder, mounted beside it.
     *
     * @param size of each
     */
    void emulate(NodeDisks wanted, Path folder, List<String> nodes, ByteSize size) {
        for (String node : nodes) {
            List<DiskImage> disks = new ArrayList<>();
            images.put(node, disks);
            for (int i = 1; i <= wanted.number(); i++) {
                String name = node + "-disk-" + i;
                disks.add(DiskImage.create(supervisor, folder.resolve(name + ".img"), folder.resolve(name), size));
            }
            folders.put(node, disks.stream().map(DiskImage::folder).toList());
        }
    }

    /** Returns a folder on each of a node's disks; none where it has only the usual one. */
    List<Path> folders(String node) {
        return folders.getOrDefault(node, List.of());
    }

    List<DiskImage> images(String node) {
        return List.copyOf(images.getOrDefault(node, List.of()));
    }

    List<DiskImage> images() {
        return images.values().stream().flatMap(List::stream).toList();
    }

    @Override
    public void close() {
        images().forEach(DiskImage::close);
        leased.forEach(LeasedFolder::close);
    }
}
