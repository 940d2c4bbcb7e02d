package dev.assay.systems.pulsar.deployment;

import dev.assay.systems.pulsar.deployment.PulsarNodePlan.Role;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The processes of one cluster to be, ZooKeeper first. */
record PulsarClusterPlan(List<PulsarNodePlan> nodes) {
    /** The cluster's name within Pulsar. */
    static final String CLUSTER = "assay";

    PulsarNodePlan zooKeeper() {
        return nodes.getFirst();
    }

    List<PulsarNodePlan> of(Role role) {
        return nodes.stream().filter(node -> node.role() == role).toList();
    }

    String metadataStore() {
        return "zk:" + zooKeeper().address();
    }

    String serviceUrl() {
        return "pulsar://" + brokers(PulsarNodePlan::address);
    }

    String webUrl() {
        return "http://" + brokers(PulsarNodePlan::webAddress);
    }

    private String brokers(Function<PulsarNodePlan, String> address) {
        return of(Role.BROKER).stream().map(address).collect(Collectors.joining(","));
    }
}
