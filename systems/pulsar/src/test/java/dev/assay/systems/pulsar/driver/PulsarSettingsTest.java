package dev.assay.systems.pulsar.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverException;
import dev.assay.driver.Setting;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.Batching;
import dev.assay.model.spec.VendorSettings;
import dev.assay.model.unit.ByteSize;
import dev.assay.systems.pulsar.NamespaceSettings;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PulsarSettingsTest {
    private static final Batching BATCHING = new Batching(Duration.ofMillis(2), new ByteSize(1 << 20));

    private static Map<String, String> connection(Map<String, String> other) {
        Map<String, String> connection = new HashMap<>(Map.of(
                "service.url", "pulsar://127.0.0.1:9",
                "admin.url", "http://127.0.0.1:9",
                "tenant", "public",
                "ensemble", "3",
                "write-quorum", "3",
                "ack-quorum", "2",
                "subscription-type", "FAILOVER"));
        connection.putAll(other);
        return connection;
    }

    private static PulsarSettings resolve(Map<String, String> connection, Batching batching, VendorSettings settings)
            throws DriverException {
        return PulsarSettings.resolve(
                new DriverConfig(connection(connection), DurabilityLevel.LEVEL_1, batching, settings));
    }

    static PulsarSettings resolve(VendorSettings settings) throws DriverException {
        return resolve(Map.of(), BATCHING, settings);
    }

    private static VendorSettings groups(
            Map<String, String> client,
            Map<String, String> producer,
            Map<String, String> consumer,
            Map<String, String> topic) {
        return new VendorSettings(client, producer, consumer, topic, Map.of());
    }

    /** The client refuses a limit over all partitions that is below that of each, and its own is 0. */
    @Test
    void aLimitOfEachPartitionIsNotBelowTheirSum() throws DriverException {
        PulsarSettings settings = resolve(groups(Map.of(), Map.of("maxPendingMessages", "10000"), Map.of(), Map.of()));

        assertThat(PulsarSettings.values(settings.producer()))
                .containsEntry("maxPendingMessages", "10000")
                .containsEntry("maxPendingMessagesAcrossPartitions", "2147483647");
    }

    @Test
    void batchingOfTheScenarioAndThePublishedTuningAreSet() throws DriverException {
        PulsarSettings settings = resolve(VendorSettings.NONE);

        assertThat(PulsarSettings.values(settings.producer()))
                .containsEntry("batchingMaxPublishDelayMicros", "2000")
                .containsEntry("batchingMaxBytes", "1048576")
                .containsEntry("batchingMaxMessages", "2147483647")
                .containsEntry("batchingPartitionSwitchFrequencyByPublishDelay", "2")
                .containsEntry("blockIfQueueFull", "true");
        assertThat(PulsarSettings.values(settings.consumer()))
                .containsEntry("maxTotalReceiverQueueSizeAcrossPartitions", "5000000")
                .containsEntry("subscriptionType", "Failover");
        assertThat(PulsarSettings.values(settings.topic())).containsEntry(NamespaceSettings.ACK_QUORUM, "2");
    }

    @Test
    void sizeZeroTurnsBatchingOffAndShorterLingersThanTheClientCanAreRefused() throws DriverException {
        PulsarSettings off = resolve(Map.of(), new Batching(Duration.ZERO, new ByteSize(0)), VendorSettings.NONE);
        assertThat(PulsarSettings.values(off.producer()))
                .containsEntry("batchingEnabled", "false")
                .doesNotContainKey("batchingMaxBytes");

        Batching tooShort = new Batching(Duration.ofNanos(500_000), new ByteSize(1024));
        assertThatThrownBy(() -> resolve(Map.of(), tooShort, VendorSettings.NONE))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("workload.batching.linger")
                .hasMessageContaining("at least 1 ms");
    }

    @Test
    void allProblemsAreReportedAtOnceWithTheNearestNames() {
        VendorSettings settings = groups(
                Map.of("tlsTrustCertsFilPath", "x"),
                Map.of("sendTimeoutMss", "1", "receiverQueueSize", "1"),
                Map.of("receiverQueSize", "1"),
                Map.of("retentionTimeInMinute", "1"));

        assertThatThrownBy(() -> resolve(settings))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("settings.pulsar.client.tlsTrustCertsFilPath is not a client setting")
                .hasMessageContaining("did you mean tlsTrustCertsFilePath")
                .hasMessageContaining("did you mean sendTimeoutMs?")
                .hasMessageContaining("settings.pulsar.producer.receiverQueueSize is not a producer setting")
                .hasMessageContaining("it belongs under settings.pulsar.consumer")
                .hasMessageContaining("did you mean receiverQueueSize")
                .hasMessageContaining("did you mean retentionTimeInMinutes");
    }

    @ParameterizedTest
    @CsvSource({
        "subscriptionName, mine",
        "subscriptionType, Shared",
        "subscriptionInitialPosition, Latest",
        "receiverQueueSize, 0"
    })
    void consumerSettingsThatBreakTheMeasurementAreRefused(String name, String value) {
        assertThatThrownBy(() -> resolve(groups(Map.of(), Map.of(), Map.of(name, value), Map.of())))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("settings.pulsar.consumer." + name);
    }

    @Test
    void onlyClassesOfTheClientItselfAreLoaded() {
        Map<String, String> client = Map.of("authPluginClassName", "com.example.Mine");
        assertThatThrownBy(() -> resolve(groups(client, Map.of(), Map.of(), Map.of())))
                .hasMessageContaining("com.example.Mine")
                .hasMessageContaining("loads only the classes of the Pulsar client");
    }

    @Test
    void anAckQuorumAgainstTheDurabilityIsPointedOut() throws DriverException {
        PulsarSettings settings = resolve(Map.of("ack-quorum", "1"), BATCHING, VendorSettings.NONE);

        Setting quorum = settings.topic().get(NamespaceSettings.ACK_QUORUM);
        assertThat(quorum).isNotNull();
        assertThat(String.valueOf(quorum))
                .contains("contrary to level-1 (replicated and synced), which requires copies on several nodes");
    }

    @Test
    void valuesOfPoliciesMustBeWhatTheyStandFor() {
        Map<String, String> topic = Map.of("numBundles", "many", "deduplicationEnabled", "yes");

        assertThatThrownBy(() -> resolve(groups(Map.of(), Map.of(), Map.of(), topic)))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("settings.pulsar.topic.numBundles must be a number, but is 'many'")
                .hasMessageContaining("settings.pulsar.topic.deduplicationEnabled must be true or false, but is 'yes'");
    }

    @Test
    void policiesReadBackAreWhatWasSet() throws DriverException {
        PulsarSettings settings = resolve(
                groups(Map.of(), Map.of(), Map.of(), Map.of("numBundles", "12", "messageTTLInSeconds", "604800")));

        assertThat(NamespacePolicies.text(NamespacePolicies.of(settings.topic())))
                .containsEntry("bookkeeperEnsemble", "3")
                .containsEntry("bookkeeperAckQuorum", "2")
                .containsEntry("retentionSizeInMB", "-1")
                .containsEntry("messageTTLInSeconds", "604800")
                .containsEntry("numBundles", "12");
    }
}
