package dev.assay.systems.rabbitmq.deployment;

import dev.assay.cluster.node.NodeEnvironment;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/**
 * One node to be.
 *
 * @param number from 1
 * @param host the address that it listens on
 * @param ports what it listens on
 * @param folder for its data
 */
record RabbitMqNodePlan(int number, String host, Ports ports, Path folder) {
    private static final int PORTS_EACH = 5;

    /**
     * Ports of one node.
     *
     * @param client AMQP
     * @param admin HTTP
     * @param stream streams
     * @param nodes other nodes, Erlang's distribution
     * @param metrics HTTP, in Prometheus's text format
     */
    record Ports(int client, int admin, int stream, int nodes, int metrics) {}

    String name() {
        return name(number);
    }

    private static String name(int number) {
        return "rabbitmq-" + number;
    }

    /** Its name among Erlang nodes: a long one, whose host may be an address. */
    String erlangName() {
        return name() + "@" + host;
    }

    /** One more than the nodes have: the port mapper's, which is the first. */
    static int portsNeeded(int nodes) {
        return 1 + PORTS_EACH * nodes;
    }

    /** The nodes that so many ports suffice for, by name. */
    static List<String> names(List<Integer> ports) {
        return IntStream.rangeClosed(1, (ports.size() - 1) / PORTS_EACH)
                .mapToObj(RabbitMqNodePlan::name)
                .toList();
    }

    /** As many as the ports suffice for. */
    static List<RabbitMqNodePlan> all(List<Integer> ports, NodeEnvironment nodeEnvironment) {
        return IntStream.rangeClosed(1, names(ports).size())
                .mapToObj(number -> {
                    List<Integer> own = ports.subList(1 + PORTS_EACH * (number - 1), 1 + PORTS_EACH * number);
                    return new RabbitMqNodePlan(
                            number,
                            nodeEnvironment.address(name(number)),
                            new Ports(own.get(0), own.get(1), own.get(2), own.get(3), own.get(4)),
                            nodeEnvironment.folder().resolve(name(number)));
                })
                .toList();
    }
}
