package dev.assay.systems.kafka.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.driver.DriverException;
import dev.assay.driver.client.ManyValues;
import dev.assay.driver.client.Masking;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.setting.SettingGroup;
import dev.assay.model.spec.VendorSettings;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class KafkaEffectiveSettingsTest {
    private static final String JAAS =
            "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"u\" password=\"p4ss\";";

    @Test
    void secretsAreHidden() throws DriverException {
        KafkaSettings settings = resolve(TestConfigs.client(Map.of(
                "sasl.jaas.config", JAAS, "ssl.keystore.password", "p4ss", "ssl.truststore.certificates", "p4ss")));

        Map<String, String> producer =
                KafkaEffectiveSettings.producer(KafkaSettings.values(settings.producer(), Map.of()));
        Map<String, String> consumer =
                KafkaEffectiveSettings.consumer(KafkaSettings.values(settings.consumer(), Map.of("group.id", "g")));

        for (Map<String, String> effective : List.of(producer, consumer)) {
            assertThat(effective)
                    .containsEntry("sasl.jaas.config", Masking.HIDDEN)
                    .containsEntry("ssl.keystore.password", Masking.HIDDEN);
            assertThat(effective.values()).noneMatch(value -> value.contains("p4ss"));
        }
    }

    @Test
    void defaultsAndDerivedValuesAreIncluded() throws DriverException {
        KafkaSettings settings = KafkaSettings.resolve(TestConfigs.of(DurabilityLevel.LEVEL_4, VendorSettings.NONE));

        Map<String, String> effective =
                KafkaEffectiveSettings.producer(KafkaSettings.values(settings.producer(), Map.of()));

        assertThat(effective)
                .containsEntry("acks", "1")
                .containsEntry("delivery.timeout.ms", "120000")
                .containsEntry("enable.idempotence", "false");
    }

    @Test
    void overridesNameTheReasonAndLeaveDefaultsOut() throws DriverException {
        KafkaSettings settings = KafkaSettings.resolve(
                TestConfigs.of(DurabilityLevel.LEVEL_4, TestConfigs.producer(Map.of("compression.type", "lz4"))));
        Map<String, String> effective = KafkaEffectiveSettings.producer(
                KafkaSettings.values(settings.producer(), Map.of("client.id", "assay-producer-1")));
        Map<String, String> reasons = new TreeMap<>();

        KafkaEffectiveSettings.overrides(SettingGroup.PRODUCER, effective, settings.producer(), reasons);

        assertThat(reasons)
                .containsEntry("producer.acks", "durability level-4")
                .containsEntry("producer.batch.size", "batching of the scenario")
                .containsEntry("producer.compression.type", "scenario setting")
                .containsEntry("producer.client.id", "harness: a name for each client")
                .containsEntry("producer.enable.idempotence", "the client derives it from other settings")
                .containsKey("producer.value.serializer")
                .doesNotContainKeys(
                        "producer.delivery.timeout.ms", "producer.max.request.size", "producer.ssl.protocol");
    }

    @Test
    void valuesThatTheClientRefusesAreFoundBeforeAnythingIsOpened() throws DriverException {
        KafkaSettings settings = resolve(TestConfigs.producer(Map.of("retry.backoff.ms", "-5")));

        assertThatThrownBy(() -> KafkaEffectiveSettings.check(settings))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("retry.backoff.ms")
                .hasMessageContaining("-5");
    }

    @Test
    void manyValuesShowWhereClientsDiffer() {
        ManyValues values = new ManyValues();
        for (int i = 1; i <= 12; i++) {
            values.add(Map.of("acks", "all", "client.id", "c" + i));
        }

        assertThat(values.text())
                .containsEntry("acks", "all")
                .containsEntry("client.id", "c1 | c2 | c3 | c4 | c5 | c6 | c7 | c8 | c9 | c10 | … (12 values)");
    }

    private static KafkaSettings resolve(VendorSettings settings) throws DriverException {
        return KafkaSettings.resolve(TestConfigs.of(DurabilityLevel.LEVEL_1, settings));
    }
}
