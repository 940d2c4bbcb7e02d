package dev.assay.systems.rabbitmq.deployment;

import dev.assay.cluster.node.NodeEnvironment;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The processes of one cluster to be.
 *
 * @param mapperPort where Erlang's port mapper (epmd) tells nodes each other's ports
 * @param home the home folder of all of them, with a cookie of its own: no other Erlang program can meddle
 */
record RabbitMqClusterPlan(int mapperPort, Path home, List<RabbitMqNodePlan> nodes) {
    /**
     * One of Erlang's port mappers.
     *
     * @param name among the processes
     * @param node that it runs with; with one for all this is the first
     */
    record Mapper(String name, RabbitMqNodePlan node) {}

    /** RabbitMQ's own user, whom it lets in from this machine only. */
    private static final String USER = "guest:guest@";

    static RabbitMqClusterPlan of(List<Integer> ports, NodeEnvironment nodeEnvironment) {
        return new RabbitMqClusterPlan(
                ports.getFirst(),
                nodeEnvironment.folder().resolve("home"),
                RabbitMqNodePlan.all(ports, nodeEnvironment));
    }

    /** One for each address that nodes have. */
    List<Mapper> mappers() {
        Map<String, Mapper> mappers = new LinkedHashMap<>();
        nodes.forEach(node -> mappers.putIfAbsent(node.host(), new Mapper("epmd-" + node.number(), node)));
        return List.copyOf(mappers.values());
    }

    String uris() {
        return each(node -> "amqp://" + USER + node.host() + ":" + node.ports().client() + "/%2f");
    }

    String adminUrls() {
        return each(node -> "http://" + USER + node.host() + ":" + node.ports().admin());
    }

    String streamUris() {
        return each(node -> "rabbitmq-stream://" + USER + node.host() + ":" + node.ports().stream() + "/%2f");
    }

    private String each(Function<RabbitMqNodePlan, String> text) {
        return nodes.stream().map(text).collect(Collectors.joining(","));
    }
}
