package dev.assay.systems.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.spec.Servers;
import dev.assay.model.spec.VendorSettings;
import dev.assay.model.spec.Workload;
import dev.assay.model.unit.ByteSize;
import dev.assay.systems.kafka.KafkaSpec.Acknowledgement;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KafkaSpecTest {
    private static KafkaSpec spec(Acknowledgement acknowledgement) {
        return new KafkaSpec("4.3.1", "4.3.1", 3, 0, acknowledgement, new ByteSize(256 << 20), "", "", Servers.LOCAL);
    }

    @Test
    void inAQueueEachMessageIsAcknowledgedByItself() {
        assertThat(spec(Acknowledgement.INTERVAL).refusalOfQueues(Workload.usual()))
                .isEmpty();
        assertThat(spec(Acknowledgement.POLL).refusalOfQueues(Workload.usual())).hasValueSatisfying(refusal -> {
            assertThat(refusal.key()).hasToString("systems.kafka.acknowledgement");
            assertThat(refusal.reason()).endsWith("but acknowledgement is poll");
        });
    }

    @ParameterizedTest
    @CsvSource({"enable.auto.commit, true", "enable.auto.commit, false", "auto.commit.interval.ms, 100"})
    void whoCommitsIsSaidOnce(String name, String value) {
        VendorSettings settings = new VendorSettings(Map.of(), Map.of(), Map.of(name, value), Map.of(), Map.of());

        assertThat(spec(Acknowledgement.INTERVAL).refusals(settings)).isEmpty();
        assertThat(spec(Acknowledgement.POLL).refusals(settings))
                .singleElement()
                .satisfies(refusal -> {
                    assertThat(refusal.key()).hasToString("systems.kafka.acknowledgement");
                    assertThat(refusal.reason()).contains("settings.kafka.consumer." + name);
                });
    }

    @ParameterizedTest
    @CsvSource(nullValues = "none", textBlock = """
            none,                  none, none,      ''
            none,                  SSL,  none,      but brokers that Assay starts speak PLAINTEXT only
            ssl.keystore.location, SSL,  none,      ''
            ssl.keystore.location, none, none,      but brokers that Assay starts speak SSL only
            ssl.keystore.location, SSL,  PLAINTEXT, but brokers that Assay starts speak SSL only
            """)
    void clientsSpeakTlsWhereBrokersHaveACertificate(
            @Nullable String broker, @Nullable String client, @Nullable String producer, String refusal) {
        VendorSettings settings = new VendorSettings(
                setting("security.protocol", client),
                setting("security.protocol", producer),
                Map.of(),
                Map.of(),
                broker == null ? Map.of() : Map.of(broker, "/tls/server.pem"));

        assertThat(spec(Acknowledgement.INTERVAL).refusals(settings))
                .hasSize(refusal.isEmpty() ? 0 : 1)
                .allSatisfy(refused -> assertThat(refused.reason()).contains(refusal));
    }

    private static Map<String, String> setting(String name, @Nullable String value) {
        return value == null ? Map.of() : Map.of(name, value);
    }
}
