package dev.assay.provision.fault;

import dev.assay.core.unit.ByteSize;
import dev.assay.provision.ProvisionException;
import dev.assay.provision.cluster.NodeIsolation;
import dev.assay.provision.disk.DiskImage;
import dev.assay.provision.leash.Leash;
import dev.assay.provision.network.NodeNetwork;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the machines of one cluster have of their own, as far as this machine can give it. What it cannot give is no
 * error: the cluster works without, and the faults that need it are refused with the reason.
 */
public final class IsolatedNodes implements AutoCloseable {
    /** Sparse. A bookie makes files of up to 1 GiB, and does not begin one without room for it. */
    private static final ByteSize DISK = new ByteSize(4L << 30);

    private static final String NOT_ASKED = "the cluster was started without ";
    private static final String LOOPBACK = "127.0.0.1";

    private final Map<String, DiskImage> disks = new LinkedHashMap<>();
    private @Nullable NodeNetwork network;
    private @Nullable String noDisks;
    private @Nullable String noAddresses;

    private IsolatedNodes() {}

    /** Nothing of their own. */
    public static IsolatedNodes none() {
        IsolatedNodes none = new IsolatedNodes();
        none.noDisks = NOT_ASKED + "a disk image for each node";
        none.noAddresses = NOT_ASKED + "an address for each node";
        return none;
    }

    /**
     * What is wanted, as far as possible.
     *
     * @param data leased folder of the cluster; the disk of machine {@code m} appears at {@code m} in it
     */
    public static IsolatedNodes prepare(Leash leash, NodeIsolation wanted, Path data, List<String> machines) {
        IsolatedNodes nodes = none();
        if (wanted.ownDisks()) {
            nodes.noDisks = DiskImage.refusal()
                    .or(() -> nodes.addDisks(leash, data, machines))
                    .orElse(null);
        }
        if (wanted.ownAddresses()) {
            nodes.noAddresses = NodeNetwork.refusal()
                    .or(() -> nodes.addNetwork(leash, machines))
                    .orElse(null);
        }
        return nodes;
    }

    private Optional<String> addDisks(Leash leash, Path data, List<String> machines) {
        try {
            for (String machine : machines) {
                disks.put(
                        machine, DiskImage.create(leash, data.resolve(machine + ".img"), data.resolve(machine), DISK));
            }
            return Optional.empty();
        } catch (ProvisionException e) {
            disks.values().forEach(DiskImage::close);
            disks.clear();
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private Optional<String> addNetwork(Leash leash, List<String> machines) {
        try {
            network = NodeNetwork.create(leash, machines);
            return Optional.empty();
        } catch (ProvisionException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /** Why machines have no disks of their own; empty when they have. */
    public Optional<String> noDisks() {
        return Optional.ofNullable(noDisks);
    }

    /** Why machines have no addresses of their own; empty when they have. */
    public Optional<String> noAddresses() {
        return Optional.ofNullable(noAddresses);
    }

    /** All disks. */
    public Collection<DiskImage> disks() {
        return disks.values();
    }

    /** The disk of a machine, where it has one. */
    public Optional<DiskImage> disk(String machine) {
        return Optional.ofNullable(disks.get(machine));
    }

    /** The network, where there is one. */
    public Optional<NodeNetwork> network() {
        return Optional.ofNullable(network);
    }

    /** Where servers of this machine listen. */
    public String address(String machine) {
        return network == null ? LOOPBACK : network.address(machine);
    }

    /** What to put before a command so that it runs on this machine. */
    public List<String> commandPrefix(String machine) {
        return network == null ? List.of() : network.commandPrefix(machine);
    }

    /** Takes all of it away. The servers have ended before. */
    @Override
    public void close() {
        disks.values().forEach(DiskImage::close);
        network().ifPresent(NodeNetwork::close);
    }
}
