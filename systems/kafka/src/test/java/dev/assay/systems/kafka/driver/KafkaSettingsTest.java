package dev.assay.systems.kafka.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverException;
import dev.assay.driver.Setting;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.Batching;
import dev.assay.model.spec.VendorSettings;
import dev.assay.model.unit.ByteSize;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KafkaSettingsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "LEVEL_1 | 3 | all | {flush.messages=1, flush.ms=0, min.insync.replicas=2}",
                "LEVEL_2 | 3 | all | {min.insync.replicas=2}",
                "LEVEL_2 | 2 | all | {min.insync.replicas=2}",
                "LEVEL_3 | 3 | 1   | {flush.messages=1, flush.ms=0}",
                "LEVEL_4 | 3 | 1   | {}",
                "LEVEL_1 | 1 | all | {flush.messages=1, flush.ms=0}",
                "LEVEL_2 | 1 | all | {}",
            })
    void durabilityBecomesAcksAndTopicSettings(DurabilityLevel level, int replication, String acks, String topic)
            throws DriverException {
        KafkaSettings settings =
                KafkaSettings.resolve(TestConfigs.of("127.0.0.1:9", replication, level, VendorSettings.NONE));

        assertThat(settings.producer()).containsEntry("acks", new Setting(acks, "durability " + level));
        assertThat(text(settings.topic())).hasToString(topic);
        assertThat(settings.topic().values())
                .allMatch(setting -> setting.reason().equals("durability " + level));
    }

    @Test
    void batchingBecomesLingerAndBatchSize() throws DriverException {
        assertThat(text(resolve(VendorSettings.NONE).producer()))
                .containsEntry("linger.ms", "1")
                .containsEntry("batch.size", "131072");
    }

    @Test
    void lingerThatIsNoWholeMillisecondIsRefused() {
        DriverConfig config = new DriverConfig(
                Map.of("bootstrap.servers", "127.0.0.1:9", "replication", "3"),
                DurabilityLevel.LEVEL_2,
                new Batching(Duration.ofNanos(1_500_000), new ByteSize(0)),
                VendorSettings.NONE);

        assertThatThrownBy(() -> KafkaSettings.resolve(config))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("linger.ms takes whole milliseconds");
    }

    @Test
    void scenarioSettingsWinAndSaySo() throws DriverException {
        KafkaSettings settings = resolve(TestConfigs.producer(Map.of("linger.ms", "10", "compression.type", "lz4")));

        assertThat(settings.producer())
                .containsEntry("linger.ms", new Setting("10", "scenario setting"))
                .containsEntry("compression.type", new Setting("lz4", "scenario setting"));
    }

    @Test
    void scenarioSettingsThatUndoTheDurabilityLevelAreFlagged() throws DriverException {
        assertThat(resolve(TestConfigs.producer(Map.of("acks", "0"))).producer().get("acks"))
                .isEqualTo(new Setting(
                        "0", "scenario setting, contrary to level-1 (replicated and synced), which requires acks=all"));
        assertThat(resolve(TestConfigs.topic(Map.of("flush.messages", "1000")))
                        .topic()
                        .get("flush.messages"))
                .isEqualTo(
                        new Setting(
                                "1000",
                                "scenario setting, contrary to level-1 (replicated and synced), which requires flush.messages=1"));
        assertThat(resolve(TestConfigs.producer(Map.of("acks", "-1")))
                        .producer()
                        .get("acks"))
                .isEqualTo(new Setting("-1", "scenario setting"));
    }

    @Test
    void clientSettingsReachEachClientThatKnowsThem() throws DriverException {
        KafkaSettings settings =
                resolve(TestConfigs.client(Map.of("security.protocol", "SASL_SSL", "default.api.timeout.ms", "70000")));

        assertThat(text(settings.admin())).containsKeys("security.protocol", "default.api.timeout.ms");
        assertThat(text(settings.consumer())).containsKeys("security.protocol", "default.api.timeout.ms");
        assertThat(text(settings.producer()))
                .containsKeys("security.protocol")
                .doesNotContainKey("default.api.timeout.ms");
    }

    @Test
    void noConsumerCreatesATopic() throws DriverException {
        assertThat(text(resolve(VendorSettings.NONE).consumer())).containsEntry("allow.auto.create.topics", "false");
    }

    @Test
    void theClientCommitsNothingItselfWhereEachPollIsCommitted() throws DriverException {
        KafkaSettings settings = KafkaSettings.resolve(TestConfigs.committingEachPoll("127.0.0.1:9"));

        assertThat(settings.eachPoll()).isTrue();
        assertThat(text(settings.consumer())).containsEntry("enable.auto.commit", "false");
        assertThat(resolve(VendorSettings.NONE).eachPoll()).isFalse();
        assertThat(text(resolve(VendorSettings.NONE).consumer())).doesNotContainKey("enable.auto.commit");
        assertThatThrownBy(() -> KafkaSettings.resolve(new DriverConfig(
                        Map.of("bootstrap.servers", "127.0.0.1:9", "replication", "3", "acknowledgement", "sometimes"),
                        DurabilityLevel.LEVEL_2,
                        TestConfigs.BATCHING,
                        VendorSettings.NONE)))
                .hasMessageContaining("must be one of interval, poll, but is 'sometimes'");
    }

    @Test
    void allProblemsAreReportedAtOnceWithTheNearestNames() {
        VendorSettings settings = new VendorSettings(
                Map.of("sasl.mechansim", "PLAIN", "linger.ms", "1"),
                Map.of("linger.mss", "1"),
                Map.of("acks", "1", "qqqqqqqqqq", "1"),
                Map.of("retention.sm", "1"),
                Map.of());

        assertThatThrownBy(() -> resolve(settings))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("settings.kafka.client.sasl.mechansim is not a client setting")
                .hasMessageContaining("did you mean sasl.mechanism?")
                .hasMessageContaining("settings.kafka.client.linger.ms is not a client setting")
                .hasMessageContaining("it belongs under settings.kafka.producer")
                .hasMessageContaining("settings.kafka.producer.linger.mss is not a producer setting")
                .hasMessageContaining("did you mean linger.ms?")
                .hasMessageContaining("settings.kafka.consumer.acks is not a consumer setting")
                .hasMessageContaining("see the vendor's documentation")
                .hasMessageContaining("did you mean retention.ms");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "value.serializer",
                "key.serializer",
                "transactional.id",
                "bootstrap.servers",
                "interceptor.classes"
            })
    void producerSettingsThatBreakTheMeasurementAreRefused(String name) {
        assertThatThrownBy(() -> resolve(TestConfigs.producer(Map.of(name, "some.Value"))))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("settings.kafka.producer." + name);
    }

    @ParameterizedTest
    @CsvSource({"group.id, g", "value.deserializer, some.Value", "auto.offset.reset, latest", "group.instance.id, one"})
    void consumerSettingsThatBreakTheMeasurementAreRefused(String name, String value) {
        assertThatThrownBy(() -> resolve(TestConfigs.consumer(Map.of(name, value))))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("settings.kafka.consumer." + name);
    }

    @Test
    void onlyClassesOfTheClientItselfAreLoaded() throws DriverException {
        String partitioner = "org.apache.kafka.clients.producer.RoundRobinPartitioner";
        assertThat(text(resolve(TestConfigs.producer(Map.of("partitioner.class", partitioner)))
                        .producer()))
                .containsEntry("partitioner.class", partitioner);
        assertThatThrownBy(() -> resolve(TestConfigs.producer(Map.of("partitioner.class", "com.example.Mine"))))
                .hasMessageContaining("com.example.Mine")
                .hasMessageContaining("loads only the classes of the Kafka client");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "three", "70000"})
    void badReplicationIsRefused(String replication) {
        DriverConfig config = new DriverConfig(
                Map.of("bootstrap.servers", "127.0.0.1:9", "replication", replication),
                DurabilityLevel.LEVEL_2,
                TestConfigs.BATCHING,
                VendorSettings.NONE);

        assertThatThrownBy(() -> KafkaSettings.resolve(config))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("'replication'")
                .hasMessageContaining(replication);
    }

    private static KafkaSettings resolve(VendorSettings settings) throws DriverException {
        return KafkaSettings.resolve(TestConfigs.of(DurabilityLevel.LEVEL_1, settings));
    }

    private static Map<String, String> text(Map<String, Setting> settings) {
        Map<String, String> text = new TreeMap<>();
        settings.forEach((name, setting) -> text.put(name, setting.value()));
        return text;
    }
}
