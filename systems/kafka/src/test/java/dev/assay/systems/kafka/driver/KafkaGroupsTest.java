package dev.assay.systems.kafka.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.driver.Driver;
import dev.assay.driver.DriverConsumer;
import dev.assay.driver.DriverException;
import dev.assay.driver.MessageListener;
import dev.assay.driver.TopicSpec;
import dev.assay.driver.contract.ContractTimeouts;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.VendorSettings;
import dev.assay.testing.cluster.SharedCluster;
import dev.assay.testing.time.Eventually;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Deleting topics deletes the groups of their consumers, and nobody else's. */
@Tag("server")
@Tag("slow")
class KafkaGroupsTest {
    private static final SharedCluster KAFKA = SharedCluster.of("kafka");
    private static final String NAME = "groups-" + ProcessHandle.current().pid();
    private static final MessageListener SILENT = new MessageListener() {
        @Override
        public void onMessage(int partition, byte[] buffer, int offset, int length, long receivedNanos) {}

        @Override
        public void onError(Throwable cause) {}
    };

    private static Driver open() throws Exception {
        return new KafkaProvider()
                .open(TestConfigs.of(TestConfigs.servers(KAFKA), 3, DurabilityLevel.LEVEL_2, VendorSettings.NONE));
    }

    private static Admin admin() {
        return Admin.create(Map.of("bootstrap.servers", TestConfigs.servers(KAFKA)));
    }

    private static Set<String> groups(String prefix) throws Exception {
        try (Admin admin = admin()) {
            return admin.listGroups().all().get().stream()
                    .map(group -> group.groupId())
                    .filter(group -> group.startsWith(prefix))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static DriverConsumer join(Driver driver, TopicSpec topic, String group) throws Exception {
        DriverConsumer consumer = driver.openConsumer(topic, group, SILENT);
        new ContractTimeouts(Duration.ofMinutes(2))
                .until("its partition", () -> consumer.assignedPartitions() == 1, () -> "none for " + group);
        return consumer;
    }

    @Test
    void groupsOfTopicsGoAndThoseOfOthersStay() throws Exception {
        String group = NAME + "-tail";
        String other = group + "-more";
        TopicSpec topic = new TopicSpec(NAME + "-0", 1, List.of(group));
        try (Driver driver = open()) {
            driver.createTopics(List.of(topic));
            for (String name : List.of(group, TopicSpec.recheckGroup(group), other)) {
                join(driver, topic, name).close();
            }
            driver.deleteTopics(List.of(topic));
            assertThat(driver.existingTopics(List.of(topic)))
                    .as("what is left of it")
                    .containsExactly(topic.name());
            driver.deleteRemains();
            assertThat(groups(group)).containsExactly(other);
            assertThat(driver.existingTopics(List.of(topic))).isEmpty();
            driver.deleteTopics(List.of(new TopicSpec(NAME + "-0", 1, List.of(other))));
            driver.deleteRemains();
            assertThat(groups(group)).isEmpty();
        }
    }

    /** Share groups are groups, too, and have settings of their own, which outlive them. */
    @Test
    void queuesLeaveNeitherGroupsNorSettings() throws Exception {
        String group = NAME + "-queue";
        ConfigResource resource = new ConfigResource(ConfigResource.Type.GROUP, group);
        TopicSpec topic = new TopicSpec(NAME + "-2", 1, List.of(group), List.of(group));
        try (Driver driver = open();
                Admin admin = admin()) {
            driver.createTopics(List.of(topic));
            assertReset(admin, resource, "earliest");
            join(driver, topic, group).close();
            assertThat(groups(group)).containsExactly(group);
            driver.deleteTopics(List.of(topic));
            driver.deleteRemains();
            assertThat(groups(group)).isEmpty();
            assertReset(admin, resource, "latest");
        }
    }

    /** A setting made at one broker reaches the others a moment later. */
    private static void assertReset(Admin admin, ConfigResource group, String value) {
        AtomicReference<String> seen = new AtomicReference<>("");
        assertThat(Eventually.holds(() -> {
                    seen.set(reset(admin, group));
                    return seen.get().equals(value);
                }))
                .as("%s, not %s", value, seen)
                .isTrue();
    }

    private static String reset(Admin admin, ConfigResource group) {
        try {
            return Objects.requireNonNull(
                            admin.describeConfigs(List.of(group)).all().get().get(group))
                    .get("share.auto.offset.reset")
                    .value();
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aGroupWithMembersIsLeftAndSaid() throws Exception {
        String group = NAME + "-busy";
        TopicSpec topic = new TopicSpec(NAME + "-1", 1, List.of(group));
        try (Driver driver = open();
                Driver otherDriver = open();
                Admin admin = admin()) {
            driver.createTopics(List.of(topic));
            DriverConsumer member = join(otherDriver, topic, group);
            assertThatThrownBy(() -> new KafkaGroups(admin).delete(List.of(topic), Duration.ofSeconds(1)))
                    .isInstanceOf(DriverException.class)
                    .hasMessageContaining(
                            "consumer groups still have members, so they are not deleted: " + group + " with ")
                    .hasMessageContaining("consumer");
            assertThat(groups(group)).containsExactly(group);
            member.close();
            driver.deleteTopics(List.of(topic));
            driver.deleteRemains();
            assertThat(groups(group)).isEmpty();
        }
    }
}
