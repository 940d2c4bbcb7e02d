package dev.assay.cluster.node;

import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.disk.DiskImage;
import dev.assay.cluster.network.NodeNetwork;
import dev.assay.host.HostException;
import dev.assay.host.process.LeasedFolder;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.model.spec.NodeDisks;
import dev.assay.model.spec.Servers;
import dev.assay.model.unit.ByteSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Provides the environment of the nodes of one local cluster: a leased folder, ports, and disks and addresses of their own as far as
 * this machine can provide them. What it can't provide is no error: the cluster works without, and the faults that need it are
 * refused with the reason.
 */
public final class NodeEnvironment implements AutoCloseable {
    /** The size of a disk, in a sparse file. Servers make files of up to 1 GiB, and some do not begin one without room for it. */
    private static final ByteSize DISK = new ByteSize(4L << 30);

    /** The unit to which sizes of file systems are rounded. */
    private static final long WHOLE_BYTES = 1L << 20;

    private static final String NOT_ASKED = "the cluster was started without ";
    private static final String LOOPBACK = "127.0.0.1";

    private final ProcessSupervisor supervisor;
    private final LeasedFolder data;
    private final Map<String, DiskImage> disks = new LinkedHashMap<>();
    private final DataDisks dataDisks;
    private List<String> processors = List.of();
    private @Nullable PortClaim ports;
    private @Nullable NodeNetwork network;
    private @Nullable String noDisks = NOT_ASKED + "a disk image for each node";
    private @Nullable String noAddresses = NOT_ASKED + "an address for each node";

    private NodeEnvironment(ProcessSupervisor supervisor, LeasedFolder data) {
        this.supervisor = supervisor;
        this.data = data;
        this.dataDisks = new DataDisks(supervisor);
    }

    /**
     * Creates an environment with a folder and nothing more.
     *
     * @param name its content, for people
     * @param folder must not exist yet
     */
    public static NodeEnvironment lease(ProcessSupervisor supervisor, String name, Path folder) {
        return new NodeEnvironment(supervisor, supervisor.folder(name, folder));
    }

    /** Reserves these ports for the cluster until it is closed; returns false when another cluster has one of them. */
    public boolean claim(List<Integer> wanted) {
        Optional<PortClaim> claim = PortClaim.of(wanted);
        claim.ifPresent(claimed -> ports = claimed);
        return claim.isPresent();
    }

    /** Isolates these nodes as wanted, as far as possible. The disk of node {@code n} is mounted at {@code n} in the folder. */
    public void isolate(NodeIsolation wanted, List<String> nodes) {
        if (wanted.ownDisks()) {
            String refusal = DiskImage.refusal().orElse(null);
            noDisks = refusal == null ? addDisks(nodes) : refusal;
        }
        if (wanted.ownAddresses()) {
            String refusal = NodeNetwork.refusal().orElse(null);
            noAddresses = refusal == null ? addNetwork(nodes) : refusal;
        }
    }

    /**
     * Gives each of these nodes the disks that a scenario asks for, after they have been isolated.
     *
     * @throws DeploymentException when this machine does not allow it
     */
    public void provide(NodeDisks wanted, List<String> nodes) {
        if (wanted.real()) {
            if (noDisks == null) {
                noDisks = "the nodes' data is on real disks (" + wanted.paths() + "), whose power can't be cut";
            }
            dataDisks.use(wanted, folder().getFileName().toString(), nodes);
        } else if (wanted.emulated()) {
            dataDisks.emulate(wanted, folder(), nodes, size(wanted.number() * nodes.size()));
        }
    }

    /**
     * Makes the nodes run on the first of the processors that this process may use, all of them together.
     *
     * @param count {@link Servers#ALL_PROCESSORS} for all
     * @throws DeploymentException when there are fewer, or nothing here can keep a process to some of them
     */
    public void confine(int count) {
        processors = count == Servers.ALL_PROCESSORS
                ? List.of()
                : ProcessorSet.first(count).commandPrefix();
    }

    /** Returns a size at which all disks fit on the machine's disk together, and each can be filled where that is a fault. */
    private ByteSize size(int count) {
        long share = folder().toFile().getUsableSpace() / count;
        return noDisks == null ? DISK : new ByteSize(Math.max(DISK.bytes(), share - share % WHOLE_BYTES));
    }

    /** Returns the disks on which a node stores its data, each by a folder on it; none where it uses its own folder. */
    public List<Path> dataFolders(String node) {
        return dataDisks.folders(node);
    }

    public Path folder() {
        return data.path();
    }

    /**
     * Creates a folder in that of an environment, unless it exists. Its parents are not created: they may have been deleted just now,
     * where Assay is ending, and must not come back.
     */
    public static Path folderInside(Path folder) throws IOException {
        return Files.isDirectory(folder) ? folder : Files.createDirectory(folder);
    }

    private @Nullable String addDisks(List<String> nodes) {
        try {
            for (String node : nodes) {
                disks.put(
                        node,
                        DiskImage.create(supervisor, folder().resolve(node + ".img"), folder().resolve(node), DISK));
            }
            return null;
        } catch (DeploymentException | HostException e) {
            disks.values().forEach(DiskImage::close);
            disks.clear();
            return String.valueOf(e.getMessage());
        }
    }

    private @Nullable String addNetwork(List<String> nodes) {
        try {
            network = NodeNetwork.create(supervisor, nodes);
            return null;
        } catch (DeploymentException | HostException e) {
            return String.valueOf(e.getMessage());
        }
    }

    /** Returns why nodes have no disks of their own; empty when they have. */
    public Optional<String> noDisks() {
        return Optional.ofNullable(noDisks);
    }

    /** Returns why nodes have no addresses of their own; empty when they have. */
    public Optional<String> noAddresses() {
        return Optional.ofNullable(noAddresses);
    }

    /** Returns all disks in images. */
    public Collection<DiskImage> disks() {
        List<DiskImage> all = new ArrayList<>(disks.values());
        all.addAll(dataDisks.images());
        return List.copyOf(all);
    }

    /** Returns the disks in images of a node: its own, and those of its data. */
    public List<DiskImage> disks(String node) {
        List<DiskImage> all = new ArrayList<>(dataDisks.images(node));
        DiskImage image = disks.get(node);
        if (image != null) {
            all.addFirst(image);
        }
        return List.copyOf(all);
    }

    /** Brings back the data that had reached a node's disks. Nobody may have a file of them open. */
    public void restorePower(String node) {
        disks(node).forEach(DiskImage::restorePower);
    }

    /** Returns the network; empty where there is none. */
    public Optional<NodeNetwork> network() {
        return Optional.ofNullable(network);
    }

    public String address(String node) {
        return network == null ? LOOPBACK : network.address(node);
    }

    public List<String> commandPrefix(String node) {
        List<String> prefix = new ArrayList<>(processors);
        network().ifPresent(nodeNetwork -> prefix.addAll(nodeNetwork.commandPrefix(node)));
        return List.copyOf(prefix);
    }

    /** Removes everything with the data; the servers must have ended before. */
    @Override
    public void close() {
        dataDisks.close();
        disks.values().forEach(DiskImage::close);
        network().ifPresent(NodeNetwork::close);
        data.close();
        if (ports != null) {
            ports.close();
        }
    }
}
