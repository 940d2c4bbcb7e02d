package dev.assay.provision.pulsar;

import dev.assay.provision.pulsar.NodePlan.Role;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The processes of one cluster to be, ZooKeeper first. */
record ClusterPlan(List<NodePlan> nodes) {
    /** The cluster's name within Pulsar. */
    static final String CLUSTER = "assay";

    NodePlan zooKeeper() {
        return nodes.getFirst();
    }

    List<NodePlan> of(Role role) {
        return nodes.stream().filter(node -> node.role() == role).toList();
    }

    /** The node of that name, which must be one of them. */
    NodePlan named(String name) {
        return nodes.stream()
                .filter(node -> node.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the plan has no node '" + name + "'"));
    }

    String metadataStore() {
        return "zk:127.0.0.1:" + zooKeeper().port();
    }

    String serviceUrl() {
        return "pulsar://" + brokers(NodePlan::port);
    }

    String webUrl() {
        return "http://" + brokers(NodePlan::webPort);
    }

    private String brokers(Function<NodePlan, Integer> port) {
        return of(Role.BROKER).stream()
                .map(node -> "127.0.0.1:" + port.apply(node))
                .collect(Collectors.joining(","));
    }
}
