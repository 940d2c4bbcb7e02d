package dev.assay.systems.nats.deployment;

import dev.assay.cluster.node.NodeEnvironment;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/**
 * One node to be.
 *
 * @param number from 1
 * @param host the address that it listens on
 * @param clientPort where clients reach it
 * @param clusterPort where other nodes reach it
 * @param monitorPort where it tells about itself over HTTP
 * @param folder of its own
 * @param store where its streams are
 */
record NatsNodePlan(
        int number, String host, int clientPort, int clusterPort, int monitorPort, Path folder, Path store) {
    static final int PORTS_EACH = 3;

    private static String name(int number) {
        return "nats-" + number;
    }

    String name() {
        return name(number);
    }

    String url() {
        return "nats://" + host + ":" + clientPort;
    }

    String route() {
        return "nats-route://" + host + ":" + clusterPort;
    }

    String monitorUrl() {
        return "http://" + host + ":" + monitorPort;
    }

    /** The nodes that so many ports suffice for, by name. */
    static List<String> names(List<Integer> ports) {
        return IntStream.rangeClosed(1, ports.size() / PORTS_EACH)
                .mapToObj(NatsNodePlan::name)
                .toList();
    }

    /** As many as the ports suffice for. */
    static List<NatsNodePlan> all(List<Integer> ports, NodeEnvironment nodeEnvironment) {
        return IntStream.rangeClosed(1, names(ports).size())
                .mapToObj(number -> {
                    List<Integer> own = ports.subList(PORTS_EACH * (number - 1), PORTS_EACH * number);
                    Path folder = nodeEnvironment.folder().resolve(name(number));
                    List<Path> disks = nodeEnvironment.dataFolders(name(number));
                    return new NatsNodePlan(
                            number,
                            nodeEnvironment.address(name(number)),
                            own.get(0),
                            own.get(1),
                            own.get(2),
                            folder,
                            (disks.isEmpty() ? folder : disks.getFirst()).resolve("streams"));
                })
                .toList();
    }
}
