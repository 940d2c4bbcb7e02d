package dev.assay.omb;

import static dev.assay.omb.ImportDraft.path;

import dev.assay.model.durability.DurabilityLevel;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads a driver file for Kafka: its replication, and blocks of properties for topics, all clients, producers and consumers. */
final class KafkaOmbDriver {
    private static final Set<String> KEYS = Set.of(
            "driverClass",
            "replicationFactor",
            "reset",
            "topicConfig",
            "commonConfig",
            "producerConfig",
            "consumerConfig");

    private static final List<String> BLOCKS =
            List.of("topicConfig", "commonConfig", "producerConfig", "consumerConfig");

    private final ForeignDriver driver;
    private final PropertyBlock topic;
    private final PropertyBlock common;
    private final PropertyBlock producer;
    private final PropertyBlock consumer;

    KafkaOmbDriver(ForeignDriver driver) {
        this.driver = driver;
        this.topic = PropertyBlock.of(driver.find("topicConfig"));
        this.common = PropertyBlock.of(driver.find("commonConfig"));
        this.producer = PropertyBlock.of(driver.find("producerConfig"));
        this.consumer = PropertyBlock.of(driver.find("consumerConfig"));
    }

    PossibleLevels levels() {
        int copies = copies();
        String written = text(producer, "acks", text(common, "acks", ""));
        String acks = written.isEmpty() ? KafkaProperties.ACKS_DEFAULT : written;
        String inSync = text(topic, "min.insync.replicas", "1");
        String flush = text(topic, "flush.messages", "");
        if (isRedpanda()) {
            return redpandaLevels(acks, copies, shown(written));
        }
        boolean several = KafkaProperties.isAll(acks) && copies >= 2 && !inSync.matches("0*[01]");
        DurabilityLevel level = DurabilityLevel.of(several, flush.equals("1"));
        String why = "acks=%s, min.insync.replicas=%s, %d %s, %s"
                .formatted(
                        shown(written),
                        inSync,
                        copies,
                        copies == 1 ? "copy" : "copies",
                        flush.isEmpty() ? "no flush.messages" : "flush.messages=" + flush);
        return PossibleLevels.of(why, level);
    }

    private static String shown(String acks) {
        return acks.isEmpty() ? KafkaProperties.ACKS_DEFAULT + " (not given: the client's default)" : acks;
    }

    /** Redpanda's brokers sync what a majority has before they acknowledge to a producer that waits for all. */
    private static PossibleLevels redpandaLevels(String acks, int copies, String shown) {
        boolean several = KafkaProperties.isAll(acks) && copies >= 2;
        String why = "acks=%s and %d copies on Redpanda, which by default syncs before it acknowledges to acks=all"
                .formatted(shown, copies);
        return several
                ? PossibleLevels.of(why, DurabilityLevel.LEVEL_1, DurabilityLevel.LEVEL_2)
                : PossibleLevels.of(
                        why, KafkaProperties.isAll(acks) ? DurabilityLevel.LEVEL_3 : DurabilityLevel.LEVEL_4);
    }

    void read(DurabilityLevel level, boolean existing, ImportDraft draft) {
        draft.ensure(path("systems", "kafka"));
        readClass(existing, draft);
        readReplication(existing, draft);
        ForeignKey reset = driver.find("reset");
        if (reset != null) {
            draft.differ(
                    reset,
                    "with true the benchmark deletes earlier test topics; Assay's topics are new in each trial, and deleted");
        }
        KafkaProperties properties =
                new KafkaProperties(draft, existing, level, levels().levels().contains(level), copies());
        properties.commits(
                ofConsumers("enable.auto.commit"), ofConsumers("offsetCommitLingerMs"), isRedpanda() && !isSwarm());
        if (isSwarm()) {
            draft.assume(
                    "with this driver each worker has a group of its own for each subscription, which reads all messages and measures"
                            + " its worker's; here the consumers of all workers are one group for each subscription");
        }
        topic.held().values().forEach(properties::ofTopics);
        common.held()
                .values()
                .forEach(key -> properties.ofAllClients(
                        key,
                        producer.held().containsKey(key.name()),
                        consumer.held().containsKey(key.name())));
        producer.held().values().forEach(properties::ofProducers);
        consumer.held().values().forEach(properties::ofConsumers);
        for (PropertyBlock block : new PropertyBlock[] {topic, common, producer, consumer}) {
            block.overwritten().forEach(key -> draft.refuse(key, "it is set again further down, which is what holds"));
        }
        properties.finish();
        Set<String> read = new HashSet<>(KEYS);
        for (ForeignKey key : driver.keys().values()) {
            for (String block : BLOCKS) {
                if (key.name().startsWith(block + ".")) {
                    read.add(key.name());
                    draft.obstruct(
                            key,
                            "%s is a text of properties in a driver's file, and the benchmark reads no keys there: write '%s: |' and below it lines such as name=value"
                                    .formatted(block, block));
                }
            }
        }
        driver.refuseOthers(read, draft);
    }

    private void readClass(boolean existing, ImportDraft draft) {
        ForeignKey named = driver.find("driverClass");
        if (named == null) {
            return;
        }
        if (!isRedpanda()) {
            draft.hold(named, "systems.kafka");
            return;
        }
        if (existing) {
            draft.map(named, path("systems", "kafka", "product"), "Redpanda");
            return;
        }
        draft.differ(
                named,
                "Assay starts Apache Kafka in the place of Redpanda; --existing measures the one at bootstrap.servers");
    }

    private void readReplication(boolean existing, ImportDraft draft) {
        ForeignKey key = driver.find("replicationFactor");
        if (key == null) {
            draft.assume(
                    "replicationFactor is not given, without which the benchmark's topics can't be made: here a copy on each node, at most 3");
            return;
        }
        if (key.read().whole().isEmpty()) {
            draft.obstruct(key, "expected a whole number; the benchmark reads nothing else there");
            return;
        }
        long copies = driver.whole("replicationFactor", 0);
        if (copies < 1) {
            draft.differ(key, "the broker's default there; here a copy on each node, at most 3");
            return;
        }
        draft.map(key, path("systems", "kafka", "replication"), Long.toString(copies));
        if (copies > 3 && !existing) {
            draft.assume(path("systems", "kafka", "nodes"), Long.toString(copies), "one for each copy");
        }
    }

    private int copies() {
        long copies = driver.whole("replicationFactor", 0);
        return copies < 1 ? 3 : (int) Math.min(copies, Short.MAX_VALUE);
    }

    private boolean isRedpanda() {
        return driver.simpleClass().startsWith("Redpanda");
    }

    /** Tells whether it is the driver of the swarm package, whose workers measure only their own messages. */
    private boolean isSwarm() {
        return driver.driverClass().contains(".swarm.");
    }

    private static String text(PropertyBlock block, String name, String otherwise) {
        ForeignKey key = find(block.held(), name);
        return key == null ? otherwise : key.value().strip();
    }

    private @Nullable ForeignKey ofConsumers(String name) {
        ForeignKey ofConsumer = find(consumer.held(), name);
        return ofConsumer == null ? find(common.held(), name) : ofConsumer;
    }

    private static @Nullable ForeignKey find(Map<String, ForeignKey> held, String name) {
        return held.get(name);
    }
}
