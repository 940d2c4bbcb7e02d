package dev.assay.cluster.local;

import dev.assay.cluster.DeploymentException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Describes how one system's cluster runs on this machine: what is known before its nodes have a place, and the plan once they have one.
 *
 * @param title the system's name for people
 * @param announced what is started, such as its name and version, for people
 * @param freeBytes that the disk must have left for the servers' data
 * @param nodes in the order in which they are started
 * @param patience limit of each wait on the way up
 * @param failureTimeout after which the other nodes take a silent one for dead
 * @param plan makes the plan at these places; called for each attempt
 */
public record Recipe(
        String title,
        String announced,
        long freeBytes,
        List<Node> nodes,
        Duration patience,
        Duration failureTimeout,
        Facts facts,
        Function<Site, ClusterPlan> plan) {
    /**
     * Describes a node before it has a place.
     *
     * @param name such as {@code broker-1}
     * @param machine nodes with the same machine share an address, a disk and faults, as if they ran on one
     * @param storing whether it keeps messages
     * @param ports names of those that it needs
     */
    public record Node(String name, String machine, boolean storing, List<String> ports) {
        public Node {
            ports = List.copyOf(ports);
        }
    }

    /**
     * @param version where the scenario has not set it
     * @param overrides settings that Assay chose other than the vendor's default, each with its reason
     * @param artifacts SHA-256 of fetched ones, by coordinates
     */
    public record Facts(Optional<String> version, Map<String, String> overrides, Map<String, String> artifacts) {}

    public Recipe {
        nodes = List.copyOf(nodes);
    }

    /** Lists equal nodes, each on a machine of its own and named by its number from 1. */
    public static List<Node> alike(int count, String prefix, String... ports) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(number -> prefix + number)
                .map(name -> new Node(name, name, true, List.of(ports)))
                .toList();
    }

    List<String> storingMachines() {
        return nodes.stream()
                .filter(Node::storing)
                .map(Node::machine)
                .distinct()
                .toList();
    }

    /** Returns all machines, first those of nodes that keep messages. */
    List<String> machines() {
        return Stream.concat(storingMachines().stream(), nodes.stream().map(Node::machine))
                .distinct()
                .toList();
    }

    /**
     * Refuses user settings of servers that contradict how Assay builds a cluster.
     *
     * @throws DeploymentException when there are any
     */
    public static void refuseAssaysOwn(String system, Collection<String> chosen, Predicate<String> isAssaysOwn) {
        TreeSet<String> taken = new TreeSet<>(chosen);
        taken.removeIf(name -> !isAssaysOwn.test(name));
        if (!taken.isEmpty()) {
            throw DeploymentException.input(
                    "settings." + system + ".broker may not set " + String.join(", ", taken)
                            + ": Assay sets these itself for a local cluster. Remove them, or use deployment: existing.",
                    null);
        }
    }
}
