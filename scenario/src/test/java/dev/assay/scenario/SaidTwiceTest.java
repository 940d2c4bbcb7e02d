package dev.assay.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.model.spec.SameSetting;
import dev.assay.model.spec.TrialSpec;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a key of the scenario and a vendor's setting of the same meaning are not both given. */
class SaidTwiceTest {
    private static ScenarioFile read(String text, String... overrides) throws ScenarioException {
        return ScenarioFile.read("x.yaml", text, List.of(overrides), Set.of());
    }

    @Test
    void bothPlacesAreNamed() {
        assertThatThrownBy(() -> read("""
                        name: x
                        systems: { kafka: }
                        workload: { batching: { linger: 20 ms } }
                        settings: { kafka: { producer: { linger.ms: 0 } } }
                        """))
                .hasMessageContaining("""
                        x.yaml:4:34: settings.kafka.producer.linger.ms sets the same as workload.batching.linger, which is set in line 3 as well
                          4 | settings: { kafka: { producer: { linger.ms: 0 } } }
                        """)
                .hasMessageContaining("= remove one of the two")
                .hasMessageContaining("1 problem.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            kafka    | workload.batching.size=1 KB     | settings.kafka.producer.batch.size=1024
            kafka    | workload.batching.linger=0 s    | settings.kafka.producer.linger.ms=0
            pulsar   | workload.batching.linger=2 ms   | settings.pulsar.producer.batchingMaxPublishDelayMicros=1000
            pulsar   | workload.batching.size=0 B      | settings.pulsar.producer.batchingEnabled=true
            pulsar   | workload.in-flight=100          | settings.pulsar.producer.maxPendingMessages=1000
            pulsar   | systems.pulsar.ack-quorum=2     | settings.pulsar.topic.bookkeeperAckQuorum=1
            rabbitmq | systems.rabbitmq.memory=1 GiB   | settings.rabbitmq.broker.vm_memory_high_watermark.absolute=1GB
            nats     | workload.batching.size=1 KB     | settings.nats.client.io.nats.client.force.flush.on.request=true
            """)
    void oneOfTheTwoIsRefused(String system, String key, String setting) throws ScenarioException {
        String text = "name: x\nsystems: { " + system + ": }\n";
        assertThatThrownBy(() -> read(text, key, setting))
                .hasMessageContaining(setting.split("=", -1)[0] + " sets the same as " + key.split("=", -1)[0])
                .hasMessageContaining("1 problem.");
        assertThat(read(text, key).points()).hasSize(1);
        assertThat(read(text, setting).points()).hasSize(1);
    }

    @Test
    void whatIsUpToTheClientIsNotSaidTwice() throws ScenarioException {
        assertThat(read(
                                "name: x\nsystems: { pulsar: }\n",
                                "workload.in-flight=client",
                                "settings.pulsar.producer.maxPendingMessages=1000")
                        .points())
                .hasSize(1);
    }

    /** The key is needed by the other systems. */
    @Test
    void oneOfSeveralSystemsMayHaveItOtherwise() throws ScenarioException {
        assertThat(read(
                                "name: x\nsystems: { kafka: , pulsar: }\n",
                                "workload.batching.linger=2 ms",
                                "settings.kafka.producer.linger.ms=0")
                        .points())
                .hasSize(2);
    }

    /** A trial written with every key is read again unchanged. */
    @ParameterizedTest
    @ValueSource(strings = {"settings.kafka.producer.linger.ms=0", "settings.kafka.producer.batch.size=5"})
    void aTrialThatIsWrittenDownSaysItOnce(String setting) throws ScenarioException {
        TrialSpec spec = read("name: x\nsystems: { kafka: }\n", setting)
                .points()
                .getFirst()
                .spec();

        assertThat(read(TrialText.scenario("again", spec, 1))
                        .points()
                        .getFirst()
                        .spec())
                .isEqualTo(spec);
    }

    @ParameterizedTest
    @ValueSource(strings = {"kafka", "nats", "pulsar", "rabbitmq"})
    void everyKeyAndEveryGroupOfThePairsIsThere(String system) throws ScenarioException {
        List<SameSetting> pairs = read("name: x\nsystems: { " + system + ": }\n")
                .points()
                .getFirst()
                .spec()
                .system()
                .sameSettings();

        assertThat(pairs).isNotEmpty().allSatisfy(pair -> {
            assertThat(KeyRoute.of(pair.key().toString()).complete()).isTrue();
            assertThat(pair.setting().toString()).startsWith("settings." + system + ".");
        });
    }
}
