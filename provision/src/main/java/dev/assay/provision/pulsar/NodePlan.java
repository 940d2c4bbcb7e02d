package dev.assay.provision.pulsar;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One process to be.
 *
 * @param number from 1 within its role
 * @param port where clients of this role reach it
 * @param webPort where a broker is administered; 0 for the others
 * @param folder for its data
 */
record NodePlan(Role role, int number, int port, int webPort, Path folder) {
    /** What a process does. */
    enum Role {
        ZOOKEEPER,
        BOOKIE,
        BROKER
    }

    String name() {
        return role.name().toLowerCase(java.util.Locale.ROOT) + "-" + number;
    }

    static int portsNeeded(int bookies, int brokers) {
        return 1 + bookies + 2 * brokers;
    }

    /** ZooKeeper, the bookies and the brokers, on these ports. */
    static List<NodePlan> all(int bookies, int brokers, List<Integer> ports, Path data) {
        List<NodePlan> plans = new ArrayList<>();
        plans.add(new NodePlan(Role.ZOOKEEPER, 1, ports.getFirst(), 0, data.resolve("zookeeper-1")));
        for (int i = 1; i <= bookies; i++) {
            plans.add(new NodePlan(Role.BOOKIE, i, ports.get(i), 0, data.resolve("bookie-" + i)));
        }
        for (int i = 1; i <= brokers; i++) {
            int at = bookies + 2 * i - 1;
            plans.add(new NodePlan(Role.BROKER, i, ports.get(at), ports.get(at + 1), data.resolve("broker-" + i)));
        }
        return List.copyOf(plans);
    }
}
