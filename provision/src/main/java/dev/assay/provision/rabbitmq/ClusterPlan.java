package dev.assay.provision.rabbitmq;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The processes of one cluster to be.
 *
 * @param mapperPort where Erlang's port mapper (epmd) tells nodes each other's ports
 * @param home the home folder of all of them, with a cookie of its own: no other Erlang program can meddle
 */
record ClusterPlan(int mapperPort, Path home, List<NodePlan> nodes) {
    /** The port mapper's name among the processes. */
    static final String MAPPER = "epmd-1";

    /** RabbitMQ's own user, whom it lets in from this machine only. */
    private static final String USER = "guest:guest@";

    static ClusterPlan of(List<Integer> ports, Path data) {
        return new ClusterPlan(ports.getFirst(), data.resolve("home"), NodePlan.all(ports, data));
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

    String erlangNames() {
        return each(NodePlan::erlangName);
    }

    /** All addresses of nodes, on which the port mapper is asked. */
    String hosts() {
        return nodes.stream().map(NodePlan::host).distinct().collect(Collectors.joining(","));
    }

    private String each(Function<NodePlan, String> text) {
        return nodes.stream().map(text).collect(Collectors.joining(","));
    }
}
