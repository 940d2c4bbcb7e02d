package dev.assay.e2e;

import dev.assay.testing.cluster.SharedCluster;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.StringSerializer;

/** Puts on Kafka a topic with a setting and messages, a group with a position, and names that look like Assay's. */
final class OthersKafka implements OthersCluster {
    /** Resembles names of a run, except for the number. */
    private static final String LOOKS_ALIKE = ASSAYS + "0f0f0f-1-0";

    private static final SharedCluster KAFKA = SharedCluster.of("kafka");
    private final Admin admin;

    private OthersKafka(Admin admin) {
        this.admin = admin;
    }

    static OthersKafka withTheirs() throws Exception {
        OthersKafka kafka = new OthersKafka(Admin.create(Map.of("bootstrap.servers", servers())));
        kafka.create(THEIRS);
        kafka.create(LOOKS_ALIKE);
        return kafka;
    }

    private void create(String name) throws Exception {
        if (!admin.listTopics().names().get().contains(name)) {
            admin.createTopics(List.of(new NewTopic(name, Optional.of(2), Optional.empty())))
                    .all()
                    .get();
        }
        ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, name);
        admin.incrementalAlterConfigs(Map.of(
                        topic,
                        List.of(new AlterConfigOp(
                                new ConfigEntry("retention.ms", "123456789"), AlterConfigOp.OpType.SET))))
                .all()
                .get();
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", servers()), new StringSerializer(), new StringSerializer())) {
            producer.send(new ProducerRecord<>(name, 0, "key", "keep")).get();
        }
        admin.alterConsumerGroupOffsets(name + "-group", Map.of(new TopicPartition(name, 0), new OffsetAndMetadata(1)))
                .all()
                .get();
    }

    @Override
    public String scenario() {
        return "kafka: { deployment: existing, replication: 3, bootstrap.servers: \"" + servers() + "\" }";
    }

    @Override
    public Set<String> state() throws Exception {
        Set<String> state = new TreeSet<>();
        Set<String> names = admin.listTopics().names().get().stream()
                .filter(OthersCluster::counts)
                .collect(Collectors.toCollection(TreeSet::new));
        for (String name : names) {
            state.add("topic " + name + " " + settings(name) + " " + ends(name));
        }
        for (String group : groups()) {
            state.add("group " + group + " "
                    + new TreeMap<>(
                            admin
                                    .listConsumerGroupOffsets(group)
                                    .partitionsToOffsetAndMetadata()
                                    .get()
                                    .entrySet()
                                    .stream()
                                    .collect(Collectors.toMap(
                                            entry -> entry.getKey().toString(),
                                            entry -> entry.getValue().offset()))));
        }
        state.add("users "
                + admin.describeUserScramCredentials().all().get().keySet().stream()
                        .sorted()
                        .toList());
        return state;
    }

    private Set<String> groups() throws Exception {
        return admin.listGroups().all().get().stream()
                .map(group -> group.groupId())
                .filter(OthersCluster::counts)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private Map<String, String> settings(String name) throws Exception {
        ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, name);
        Config config = admin.describeConfigs(List.of(topic)).all().get().getOrDefault(topic, new Config(List.of()));
        Map<String, String> own = new TreeMap<>();
        config.entries().stream()
                .filter(entry -> entry.source() == ConfigEntry.ConfigSource.DYNAMIC_TOPIC_CONFIG)
                .forEach(entry -> own.put(entry.name(), entry.value()));
        return own;
    }

    private String ends(String name) throws Exception {
        return admin
                        .listOffsets(Map.of(
                                new TopicPartition(name, 0),
                                OffsetSpec.latest(),
                                new TopicPartition(name, 1),
                                OffsetSpec.latest()))
                        .all()
                        .get()
                        .values()
                        .stream()
                        .mapToLong(end -> end.offset())
                        .sum()
                + " messages";
    }

    private static String servers() {
        return KAFKA.connection().getOrDefault("bootstrap.servers", "");
    }

    @Override
    public void end() throws Exception {
        admin.deleteTopics(List.of(THEIRS, LOOKS_ALIKE)).all().get();
        admin.deleteConsumerGroups(List.of(THEIRS + "-group", LOOKS_ALIKE + "-group"))
                .all()
                .get();
        admin.close();
    }
}
