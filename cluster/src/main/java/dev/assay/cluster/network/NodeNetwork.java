package dev.assay.cluster.network;

import dev.assay.cluster.DeploymentException;
import dev.assay.host.HostException;
import dev.assay.host.process.KernelResource;
import dev.assay.host.process.LeasedResource;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.host.program.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Connects the nodes inside this machine: each is in a network namespace with an address of its own, all plugged into one bridge, on
 * which this machine has an address too, so that clients outside of the namespaces reach them. The addresses are from the range that
 * RFC 2544 sets aside for benchmarks.
 */
public final class NodeNetwork implements AutoCloseable {
    private static final int TRIES = 50;
    private static final int FIRST_HOST = 11;

    private final ProcessSupervisor supervisor;
    private final String id =
            Integer.toString(ThreadLocalRandom.current().nextInt(36 * 36 * 36, 36 * 36 * 36 * 36), 36);
    private final String prefix;
    private final Map<String, Integer> nodes = new LinkedHashMap<>();
    private final Deque<LeasedResource> leases = new ArrayDeque<>();

    private NodeNetwork(ProcessSupervisor supervisor, String prefix) {
        this.supervisor = supervisor;
        this.prefix = prefix;
    }

    /** Returns why this machine cannot have such a network, as far as is known without trying; empty when it can. */
    public static Optional<String> refusal() {
        if (!Program.isRoot()) {
            return Optional.of("network namespaces need root, but this user is not root");
        }
        List<String> missing = Program.missing("ip", "nsenter");
        return missing.isEmpty()
                ? Optional.empty()
                : Optional.of("network namespaces need " + String.join(", ", missing)
                        + " (packages iproute2 and util-linux)");
    }

    /**
     * Sets up a network of these nodes.
     *
     * @throws HostException when this machine does not allow it; nothing is left behind then
     */
    public static NodeNetwork create(ProcessSupervisor supervisor, List<String> nodes) {
        for (int i = 0; i < TRIES; i++) {
            NodeNetwork network = new NodeNetwork(supervisor, freePrefix());
            try {
                network.addBridge();
                if (network.hasPrefixAlone()) {
                    nodes.forEach(network::add);
                    return network;
                }
                network.close();
            } catch (HostException e) {
                network.close();
                throw e;
            }
        }
        throw allTaken();
    }

    public String ownAddress() {
        return prefix + "1";
    }

    public String address(String node) {
        return prefix + (FIRST_HOST + number(node));
    }

    /** Returns the prefix of a command that runs as this node; the process stays the same. */
    public List<String> commandPrefix(String node) {
        String nsenter = Program.find("nsenter").orElseThrow().toString();
        return List.of(nsenter, "--net=/run/netns/" + namespace(node), "--");
    }

    /** Cuts a node off from everybody else. Packets vanish, as on a broken switch; nobody is notified. */
    public void cut(String node) {
        Program.run("ip", "link", "set", "dev", port(node), "nomaster");
    }

    public void join(String node) {
        Program.run("ip", "link", "set", "dev", port(node), "master", bridge());
    }

    private void addBridge() {
        leases.push(supervisor.object(KernelResource.NETWORK_LINK, bridge()));
        Program.run("ip", "link", "add", "name", bridge(), "type", "bridge");
        // Where this machine forwards, as those with containers do, it would carry packets of the nodes to its other
        // networks.
        set("ipv4", "forwarding", "0");
        set("ipv6", "disable_ipv6", "1");
        Program.run("ip", "address", "add", ownAddress() + "/24", "dev", bridge());
        Program.run("ip", "link", "set", "dev", bridge(), "up");
    }

    /** Sets a kernel's setting of the bridge; ignored where the kernel does not have it. */
    private void set(String family, String key, String value) {
        Path file = setting(family, key);
        try {
            if (Files.exists(file) && !Files.readString(file).strip().equals(value)) {
                Files.writeString(file, value, StandardOpenOption.WRITE);
            }
        } catch (IOException e) {
            throw new HostException("Cannot keep this machine from forwarding packets of the nodes: " + e, e);
        }
    }

    Path setting(String family, String key) {
        return Path.of("/proc/sys/net", family, "conf", bridge(), key);
    }

    private void add(String node) {
        nodes.put(node, nodes.size());
        String space = namespace(node);
        leases.push(supervisor.object(KernelResource.NETWORK_NAMESPACE, space));
        Program.run("ip", "netns", "add", space);
        leases.push(supervisor.object(KernelResource.NETWORK_LINK, port(node)));
        Program.run("ip", "link", "add", "name", port(node), "type", "veth", "peer", "name", "eth0", "netns", space);
        Program.run("ip", "-n", space, "address", "add", address(node) + "/24", "dev", "eth0");
        Program.run("ip", "-n", space, "link", "set", "dev", "eth0", "up");
        Program.run("ip", "-n", space, "link", "set", "dev", "lo", "up");
        join(node);
        Program.run("ip", "link", "set", "dev", port(node), "up");
    }

    /** Returns whether no other Assay has taken the same addresses at the same moment. */
    private boolean hasPrefixAlone() {
        return routes().lines()
                .filter(route -> route.contains(prefix))
                .allMatch(route -> (route + " ").contains(" dev " + bridge() + " "));
    }

    private static String routes() {
        return Program.run("ip", "-4", "route", "show", "table", "all");
    }

    private static String freePrefix() {
        String taken = routes();
        for (int i = 0; i < TRIES; i++) {
            String prefix = "198.18." + ThreadLocalRandom.current().nextInt(256) + ".";
            if (!taken.contains(prefix)) {
                return prefix;
            }
        }
        throw allTaken();
    }

    private static DeploymentException allTaken() {
        return DeploymentException.environment("All of 198.18.0.0/16 seems to be in use on this machine.", null);
    }

    private int number(String node) {
        Integer number = nodes.get(node);
        if (number == null) {
            throw new IllegalArgumentException("node must be one of " + nodes.keySet() + ", but is " + node);
        }
        return number;
    }

    /** Returns the bridge's name, at most 15 characters as for any interface. */
    String bridge() {
        return "assay" + id;
    }

    private String port(String node) {
        return "assay" + id + "p" + number(node);
    }

    private String namespace(String node) {
        return "assay-" + id + "-" + node;
    }

    /** Removes the network. No process may run in it any more. */
    @Override
    public void close() {
        while (!leases.isEmpty()) {
            leases.pop().close();
        }
    }
}
