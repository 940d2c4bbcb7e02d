package dev.assay.systems.pulsar.deployment;

import dev.assay.cluster.node.NodeEnvironment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One process to be.
 *
 * @param number from 1 within its role
 * @param faultDomain the name of the fault domain that it belongs to
 * @param host the address that it listens on
 * @param port where clients of this role reach it
 * @param webPort where a broker is administered, or a bookie tells its metrics; 0 for ZooKeeper
 * @param folder of its own
 * @param disks a folder on each disk of a bookie; none where its data is in that folder, too
 */
record PulsarNodePlan(
        Role role, int number, String faultDomain, String host, int port, int webPort, Path folder, List<Path> disks) {
    PulsarNodePlan {
        disks = List.copyOf(disks);
    }

    /** What a process does. */
    enum Role {
        ZOOKEEPER,
        BOOKIE,
        BROKER;

        String node(int number) {
            return prefix() + number;
        }

        /** How the names of its nodes begin. */
        String prefix() {
            return name().toLowerCase(Locale.ROOT) + "-";
        }
    }

    String name() {
        return role.node(number);
    }

    String address() {
        return host + ":" + port;
    }

    String webAddress() {
        return host + ":" + webPort;
    }

    /** ZooKeeper, the bookies and the brokers, on these ports. */
    static List<PulsarNodePlan> all(
            PulsarFaultDomains faultDomains, List<Integer> ports, NodeEnvironment nodeEnvironment) {
        NodeLocations locations = new NodeLocations(faultDomains, nodeEnvironment);
        List<PulsarNodePlan> plans = new ArrayList<>();
        plans.add(locations.plan(Role.ZOOKEEPER, 1, ports.getFirst(), 0));
        for (int i = 1; i <= faultDomains.bookies(); i++) {
            plans.add(locations.plan(Role.BOOKIE, i, ports.get(2 * i - 1), ports.get(2 * i)));
        }
        for (int i = 1; i <= faultDomains.brokers(); i++) {
            int at = 2 * (faultDomains.bookies() + i) - 1;
            plans.add(locations.plan(Role.BROKER, i, ports.get(at), ports.get(at + 1)));
        }
        return List.copyOf(plans);
    }

    private record NodeLocations(PulsarFaultDomains faultDomains, NodeEnvironment nodeEnvironment) {
        PulsarNodePlan plan(Role role, int number, int port, int webPort) {
            String faultDomain = faultDomains.of(role, number);
            Path folder = nodeEnvironment.folder().resolve(role.node(number));
            List<Path> disks = role == Role.BOOKIE ? nodeEnvironment.dataFolders(faultDomain) : List.of();
            return new PulsarNodePlan(
                    role, number, faultDomain, nodeEnvironment.address(faultDomain), port, webPort, folder, disks);
        }
    }
}
