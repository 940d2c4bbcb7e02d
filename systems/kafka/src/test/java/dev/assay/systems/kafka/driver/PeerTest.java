package dev.assay.systems.kafka.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.driver.Driver;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverException;
import dev.assay.driver.TopicSpec;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.spec.VendorSettings;
import dev.assay.systems.kafka.KafkaProduct;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.kafka.common.protocol.ApiKeys;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Products that speak Kafka's protocol, as far as a peer on this machine can stand for them. */
@Timeout(120)
class PeerTest {
    private static final TopicSpec TOPIC = new TopicSpec("orders", 3, List.of("readers"));
    private static final ApiKeys[] WHAT_CAN_BE_DONE_WITHOUT = {
        ApiKeys.DESCRIBE_CONFIGS, ApiKeys.LIST_GROUPS, ApiKeys.DESCRIBE_LOG_DIRS
    };

    private static Driver open(RecordedPeer peer, KafkaProduct product) throws DriverException {
        return open(peer, product.toString(), 1);
    }

    private static Driver open(RecordedPeer peer, String product, int replication) throws DriverException {
        return new KafkaProvider()
                .open(new DriverConfig(
                        Map.of(
                                "bootstrap.servers",
                                peer.address(),
                                "replication",
                                Integer.toString(replication),
                                "product",
                                product),
                        DurabilityLevel.LEVEL_4,
                        TestConfigs.BATCHING,
                        VendorSettings.NONE));
    }

    @Test
    void whatAnswersEverythingLacksNothing() throws Exception {
        try (RecordedPeer peer = RecordedPeer.without();
                Driver driver = open(peer, KafkaProduct.TANSU)) {
            assertThat(driver.limitations()).isEmpty();
            driver.createTopics(List.of(TOPIC));
            EffectiveConfig config = driver.effectiveConfig();
            assertThat(config.groups().get("product")).containsExactly(Map.entry("name", "Tansu, not tried"));
            assertThat(config.groups().get("topic")).doesNotContainKey(ClusterSettings.NOT_READABLE);
        }
    }

    @ParameterizedTest
    @EnumSource(names = "KAFKA", mode = EnumSource.Mode.EXCLUDE)
    void whatIsNotAnsweredIsNamedWithWhatIsNotKnownForItAndDoneWithout(KafkaProduct product) throws Exception {
        try (RecordedPeer peer = RecordedPeer.without(WHAT_CAN_BE_DONE_WITHOUT);
                Driver driver = open(peer, product)) {
            assertThat(driver.limitations())
                    .hasSize(4)
                    .allSatisfy(text -> assertThat(text)
                            .startsWith(product.spelling() + " does not answer when asked for ")
                            .contains("UnsupportedVersionException"))
                    .anySatisfy(text -> assertThat(text)
                            .contains("the settings of a topic, so the effective settings of topics are not known"))
                    .anySatisfy(text -> assertThat(text).contains("its consumer groups, so groups that had the names"));
            assertThat(driver.existingTopics(List.of(TOPIC))).isEmpty();
            driver.createTopics(List.of(TOPIC));
            assertThat(driver.existingTopics(List.of(TOPIC))).containsExactly("orders");
            assertThat(driver.alarms()).isEmpty();
            Map<String, Map<String, String>> groups = driver.effectiveConfig().groups();
            assertThat(groups.get("topic"))
                    .containsEntry("replication.factor", "1")
                    .hasEntrySatisfying(
                            ClusterSettings.NOT_READABLE,
                            why -> assertThat(why).contains("UnsupportedVersionException"));
            assertThat(groups.get("broker")).containsOnlyKeys(ClusterSettings.NOT_READABLE);
            assertThat(groups.get("product"))
                    .containsOnlyKeys(
                            "name",
                            "its consumer groups",
                            "the replicas of a broker",
                            "the settings of a broker",
                            "the settings of a topic");
        }
    }

    @Test
    void groupsThatNobodyListsAreDeletedByTheirNames() throws Exception {
        try (RecordedPeer peer = RecordedPeer.without(ApiKeys.LIST_GROUPS);
                Driver driver = open(peer, KafkaProduct.REDPANDA)) {
            driver.deleteTopics(List.of(TOPIC));
            driver.deleteRemains();
            assertThat(peer.deletedGroups()).isEqualTo(new TreeSet<>(TOPIC.groups()));
        }
        try (RecordedPeer peer = RecordedPeer.without(ApiKeys.LIST_GROUPS, ApiKeys.DELETE_GROUPS);
                Driver driver = open(peer, KafkaProduct.REDPANDA)) {
            driver.createTopics(List.of(TOPIC));
            driver.deleteTopics(List.of(TOPIC));
            assertThat(peer.topics()).isEmpty();
            assertThatThrownBy(driver::deleteRemains)
                    .as("what can't be deleted is left, and said")
                    .isInstanceOf(DriverException.class)
                    .hasMessageContaining("deleting the consumer group readers");
        }
    }

    /** The peer says that there is one copy, which of brokers with disks of their own would be too few. */
    @Test
    void whatIsStoredElsewhereNeedsNoReplicasInSync() throws Exception {
        try (RecordedPeer peer = RecordedPeer.without();
                Driver driver = open(peer, "automq", 3)) {
            driver.createTopics(List.of(TOPIC));
            assertThat(driver.effectiveConfig().overrides()).doesNotContainKey("topic.replication.factor");
        }
    }

    @Test
    void kafkaItselfIsDoneWithoutNothing() throws Exception {
        try (RecordedPeer peer = RecordedPeer.without(WHAT_CAN_BE_DONE_WITHOUT);
                Driver driver = open(peer, KafkaProduct.KAFKA)) {
            assertThat(driver.limitations()).isEmpty();
            assertThatThrownBy(() -> driver.existingTopics(List.of(TOPIC)))
                    .isInstanceOf(DriverException.class)
                    .hasMessageContaining("listing the consumer groups failed: UnsupportedVersionException");
        }
    }

    @Test
    void aProductThatNobodyKnowsIsRefused() throws Exception {
        try (RecordedPeer peer = RecordedPeer.without()) {
            assertThatThrownBy(() -> open(peer, "pulsar", 1))
                    .isInstanceOf(DriverException.class)
                    .hasMessageContaining(
                            "must be one of [kafka, redpanda, automq, warpstream, tansu], but is 'pulsar'");
        }
    }
}
