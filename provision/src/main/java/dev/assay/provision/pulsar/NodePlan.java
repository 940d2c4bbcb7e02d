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
 * @param machine the machine that it would run on: a broker shares that of the bookie of its number
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

    static int portsNeeded(int bookies, int brokers) {
        return 1 + bookies + 2 * brokers;
    }

    /** The machines of a cluster: that of the first bookie first, that of ZooKeeper last. */
    static List<String> machines(int bookies, int brokers) {
        List<String> machines = new ArrayList<>();
        for (int i = 1; i <= Math.max(bookies, brokers); i++) {
            machines.add(machine(i, bookies));
        }
        machines.add(Role.ZOOKEEPER.node(1));
        return List.copyOf(machines);
    }

    private static String machine(int number, int bookies) {
        return (number <= bookies ? Role.BOOKIE : Role.BROKER).node(number);
    }

    /** ZooKeeper, the bookies and the brokers, on these ports. */
    static List<NodePlan> all(int bookies, int brokers, List<Integer> ports, Premises premises) {
        Places places = new Places(bookies, premises);
        List<NodePlan> plans = new ArrayList<>();
        plans.add(places.plan(Role.ZOOKEEPER, 1, ports.getFirst(), 0));
        for (int i = 1; i <= bookies; i++) {
            plans.add(places.plan(Role.BOOKIE, i, ports.get(i), 0));
        }
        for (int i = 1; i <= brokers; i++) {
            int at = bookies + 2 * i - 1;
            plans.add(places.plan(Role.BROKER, i, ports.get(at), ports.get(at + 1)));
        }
        return List.copyOf(plans);
    }

    private record Places(int bookies, Premises premises) {
        NodePlan plan(Role role, int number, int port, int webPort) {
            String machine = role == Role.ZOOKEEPER ? role.node(number) : machine(number, bookies);
            Path folder = premises.folder().resolve(role.node(number));
            return new NodePlan(role, number, machine, premises.address(machine), port, webPort, folder);
        }
    }
}
