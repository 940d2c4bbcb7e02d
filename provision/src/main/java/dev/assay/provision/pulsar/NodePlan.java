package dev.assay.provision.pulsar;

import dev.assay.provision.cluster.Premises;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One process to be.
 *
 * @param number from 1 within its role
 * @param machine the machine that it would run on
 * @param host the address that it listens on
 * @param port where clients of this role reach it
 * @param webPort where a broker is administered; 0 for the others
 * @param folder for its data
 */
record NodePlan(Role role, int number, String machine, String host, int port, int webPort, Path folder) {
    /** What a process does. */
    enum Role {
        ZOOKEEPER,
        BOOKIE,
        BROKER;

        String node(int number) {
            return name().toLowerCase(Locale.ROOT) + "-" + number;
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
    static List<NodePlan> all(Machines machines, List<Integer> ports, Premises premises) {
        Places places = new Places(machines, premises);
        List<NodePlan> plans = new ArrayList<>();
        plans.add(places.plan(Role.ZOOKEEPER, 1, ports.getFirst(), 0));
        for (int i = 1; i <= machines.bookies(); i++) {
            plans.add(places.plan(Role.BOOKIE, i, ports.get(i), 0));
        }
        for (int i = 1; i <= machines.brokers(); i++) {
            int at = machines.bookies() + 2 * i - 1;
            plans.add(places.plan(Role.BROKER, i, ports.get(at), ports.get(at + 1)));
        }
        return List.copyOf(plans);
    }

    private record Places(Machines machines, Premises premises) {
        NodePlan plan(Role role, int number, int port, int webPort) {
            String machine = machines.of(role, number);
            Path folder = premises.folder().resolve(role.node(number));
            return new NodePlan(role, number, machine, premises.address(machine), port, webPort, folder);
        }
    }
}
