package dev.assay.systems.kafka.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.VendorSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Asks the client, without opening it, for objections that only it knows. */
class KafkaSettingCheckTest {
    private static List<String> problems(VendorSettings settings) {
        return new KafkaProvider().check(TestConfigs.of(DurabilityLevel.LEVEL_2, settings));
    }

    @Test
    void settingsOfAssaysOwnAreTaken() {
        assertThat(problems(VendorSettings.NONE)).isEmpty();
    }

    @Test
    void allThatAClientCannotReadIsTold() {
        assertThat(problems(TestConfigs.producer(Map.of(
                        "reconnect.backoff.ms", "-5",
                        "client.dns.lookup", "nowhere",
                        "partitioner.class", "org.apache.kafka.clients.producer.UniformStickyPartitioner"))))
                .satisfiesExactlyInAnyOrder(
                        one -> assertThat(one).startsWith("settings.kafka.producer.reconnect.backoff.ms: "),
                        one -> assertThat(one).startsWith("settings.kafka.producer.client.dns.lookup: "),
                        one -> assertThat(one).startsWith("settings.kafka.producer.partitioner.class: "));
    }

    /** Producers and consumers get the setting as well, but it is reported once, where the scenario has it. */
    @Test
    void whatIsSetOfAllClientsIsToldOnceAndWhereItStands() {
        assertThat(problems(TestConfigs.client(Map.of("client.dns.lookup", "nowhere"))))
                .singleElement()
                .asString()
                .startsWith("settings.kafka.client.client.dns.lookup: ");
    }

    /** The client reads the value that a provider has; without one it takes the text itself. */
    @Test
    void whatAProviderHasIsRead(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("values"), "backoff=50\nlookup=use_all_dns_ips\nbad=often\n");
        Map<String, String> settings = new HashMap<>(Map.of(
                "config.providers",
                "file",
                "config.providers.file.class",
                "org.apache.kafka.common.config.provider.FileConfigProvider",
                "reconnect.backoff.ms",
                "${file:%s:backoff}".formatted(file),
                "client.dns.lookup",
                "${file:%s:lookup}".formatted(file)));
        assertThat(problems(TestConfigs.client(settings))).isEmpty();

        settings.put("reconnect.backoff.ms", "${file:%s:bad}".formatted(file));
        assertThat(problems(TestConfigs.client(settings)))
                .singleElement()
                .asString()
                .startsWith("settings.kafka.client: ")
                .contains("reconnect.backoff.ms");
    }

    @Test
    void contradictionsThatTheClientFindsAreTold() {
        assertThat(problems(TestConfigs.consumer(Map.of("group.protocol", "consumer", "session.timeout.ms", "10000"))))
                .singleElement()
                .asString()
                .startsWith("settings.kafka.consumer: ")
                .contains("session.timeout.ms");
        assertThat(problems(TestConfigs.client(Map.of("request.timeout.ms", "200000", "delivery.timeout.ms", "1000"))))
                .isNotEmpty();
    }

    /** The client is not asked about settings that rules refuse. */
    @Test
    void rulesComeFirst() {
        assertThat(problems(TestConfigs.producer(Map.of("linger.ms", "5ms", "lingr.ms", "5"))))
                .hasSize(2)
                .allSatisfy(one -> assertThat(one).startsWith("settings.kafka.producer.ling"));
    }
}
