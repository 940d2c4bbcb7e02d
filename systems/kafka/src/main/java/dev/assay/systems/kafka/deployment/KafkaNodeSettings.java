package dev.assay.systems.kafka.deployment;

import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.local.Place;
import dev.assay.cluster.local.Recipe;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.systems.kafka.KafkaDurability;
import dev.assay.systems.kafka.KafkaSettingRules;
import dev.assay.systems.kafka.KafkaSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Builds the server settings of each node: its place in the cluster, settings that suit one machine, and the user's. */
record KafkaNodeSettings(KafkaSpec spec, DurabilityLevel durability, Map<String, String> chosenByUser) {
    /** @throws DeploymentException when the user's settings contradict how Assay builds a cluster */
    KafkaNodeSettings {
        Recipe.refuseAssaysOwn("kafka", chosenByUser.keySet(), KafkaSettingRules::isAssaysOwn);
    }

    Map<String, String> of(Place node, List<Place> all) {
        Map<String, String> settings = new LinkedHashMap<>(place(node, all));
        settings.putAll(shared());
        settings.putAll(new TreeMap<>(chosenByUser));
        return Collections.unmodifiableMap(settings);
    }

    boolean tls() {
        return KafkaSettingRules.tls(chosenByUser);
    }

    /** Returns {@code broker.session.timeout.ms}, after which the controller takes a silent broker for dead. */
    Duration failureTimeout() {
        return Duration.ofMillis(Long.parseLong(chosenByUser.getOrDefault("broker.session.timeout.ms", "9000")));
    }

    Map<String, String> overrides() {
        Map<String, String> reasons = new LinkedHashMap<>();
        reasons.put("group.initial.rebalance.delay.ms", "0, so that consumers of a fresh group start at once");
        reasons.put("offsets.topic.num.partitions", "3, so that a small cluster is ready sooner");
        reasons.put("share.coordinator.state.topic.num.partitions", "3, so that a first share group is ready sooner");
        reasons.put("auto.create.topics.enable", "false, so that a mistyped topic is an error");
        reasons.put("broker.heartbeat.interval.ms", "500, so that brokers are admitted sooner");
        reasons.put(
                "log.segment.delete.delay.ms",
                "1000, so that the files of a trial's topics are not deleted in the next trial");
        reasons.put("default.replication.factor", "one copy on each node, at most 3, or as the scenario says");
        reasons.put(
                "min.insync.replicas",
                "for durability levels at which "
                        + (durability.replicatedSync() ? "several nodes acknowledge" : "one node acknowledges"));
        spec.disks().describe().ifPresent(disks -> reasons.put("log.dirs", disks));
        chosenByUser.keySet().forEach(key -> reasons.put(key, "set in the scenario"));
        return Collections.unmodifiableMap(reasons);
    }

    private Map<String, String> place(Place node, List<Place> all) {
        Map<String, String> place = new LinkedHashMap<>();
        place.put("process.roles", "broker,controller");
        place.put("node.id", KafkaRecipe.id(node));
        place.put(
                "controller.quorum.voters",
                all.stream()
                        .map(each -> KafkaRecipe.id(each) + "@" + each.address(KafkaRecipe.CONTROLLER))
                        .collect(Collectors.joining(",")));
        String client = "PLAINTEXT://" + node.address(KafkaRecipe.CLIENT)
                + (tls() ? ",SSL://" + node.address(KafkaRecipe.TLS) : "");
        place.put("listeners", client + ",CONTROLLER://" + node.address(KafkaRecipe.CONTROLLER));
        place.put("advertised.listeners", client);
        place.put("controller.listener.names", "CONTROLLER");
        place.put(
                "listener.security.protocol.map",
                "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT" + (tls() ? ",SSL:SSL" : ""));
        place.put("inter.broker.listener.name", "PLAINTEXT");
        place.put(
                "log.dirs",
                KafkaRecipe.logDirs(node).stream().map(Path::toString).collect(Collectors.joining(",")));
        return place;
    }

    private Map<String, String> shared() {
        String replicas = Integer.toString(spec.effectiveReplication());
        String inSync = KafkaDurability.inSyncByDefault(durability, spec.effectiveReplication());
        Map<String, String> shared = new LinkedHashMap<>();
        shared.put("default.replication.factor", replicas);
        shared.put("min.insync.replicas", inSync);
        shared.put("offsets.topic.replication.factor", replicas);
        shared.put("transaction.state.log.replication.factor", replicas);
        shared.put("transaction.state.log.min.isr", inSync);
        shared.put("share.coordinator.state.topic.replication.factor", replicas);
        shared.put("share.coordinator.state.topic.min.isr", inSync);
        shared.put("share.coordinator.state.topic.num.partitions", "3");
        shared.put("group.initial.rebalance.delay.ms", "0");
        shared.put("offsets.topic.num.partitions", "3");
        shared.put("auto.create.topics.enable", "false");
        shared.put("broker.heartbeat.interval.ms", "500");
        shared.put("log.segment.delete.delay.ms", "1000");
        return shared;
    }
}
