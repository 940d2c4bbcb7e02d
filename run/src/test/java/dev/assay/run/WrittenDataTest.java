package dev.assay.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.model.unit.ByteSize;
import dev.assay.run.exit.CommandFailure;
import dev.assay.run.exit.ExitCode;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.plan.Plan;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WrittenDataTest {
    private static final String KAFKA = "kafka: { deployment: existing, bootstrap.servers: '%s' }";
    private static final DataConsent TEN_GB = new DataConsent(ByteSize.parse("10 GB"), false);

    /** 10 000 messages of 1 KB a second for 100 s: 1 GB, and 3 GB in three copies. */
    private static Plan plan(String system, String... overrides) throws Exception {
        String text = "name: w\nsystems: { " + system + " }\n"
                + "workload: { rate: 10000/s, message: { size: 1 KB } }\n"
                + "timing: { warmup: 40 s, measure: 60 s }\n";
        return ScenarioFile.read("w.yaml", text, List.of(overrides), Set.of()).plan();
    }

    @Test
    void itIsRateTimesTimeTimesSizeTimesCopies() throws Exception {
        assertThat(WrittenData.of(plan("kafka: {}")).lines())
                .containsExactly(
                        "writes: up to 3.0 GB to kafka in 1 trial (1.0 GB of messages, counting the copies on all nodes)");
        assertThat(WrittenData.of(plan("kafka: { replication: 1 }", "repeat=4")).lines())
                .containsExactly(
                        "writes: up to 4.0 GB to kafka in 4 trials (4.0 GB of messages, counting the copies on all nodes)");
        assertThat(WrittenData.of(plan(KAFKA.formatted("192.0.2.7:9092"))).lines())
                .singleElement()
                .asString()
                .endsWith(", which is not on this machine");
    }

    @ParameterizedTest
    @CsvSource({"quorum, 6.0 GB", "stream, 3.0 GB", "classic, 2.0 GB"})
    void queuesOfSubscriptionsHaveCopiesOfTheirOwn(String queue, String size) throws Exception {
        assertThat(WrittenData.of(plan(
                                "rabbitmq: { queue: " + queue + " }", "workload.subscriptions=2", "durability=level-4"))
                        .lines())
                .singleElement()
                .asString()
                .startsWith("writes: up to " + size + " to rabbitmq");
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1:9092", "localhost:9092,127.0.0.2:9093", "[::1]:9092"})
    void thisMachineIsNotAskedAbout(String servers) throws Exception {
        assertThat(WrittenData.of(plan(KAFKA.formatted(servers), "repeat=100")).bytesElsewhere())
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"192.0.2.7:9092", "127.0.0.1:9092,broker.invalid:9092", "127.0.0.1.example:9092"})
    void anyOtherAddressIsWithoutLookingItUp(String servers) throws Exception {
        Plan plan = plan(KAFKA.formatted(servers), "repeat=4");
        assertThat(WrittenData.of(plan).bytesElsewhere()).isEqualTo(12e9);
        assertThatThrownBy(() -> TEN_GB.check(plan, question -> Optional.empty()))
                .isInstanceOfSatisfying(
                        CommandFailure.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.BAD_INPUT))
                .hasMessageContaining("writes up to 12.0 GB to kafka")
                .hasMessageContaining("more than 10 GB")
                .hasMessageContaining("--yes");
    }

    @Test
    void addressesWithPasswordsAreAddressesWithoutThem() throws Exception {
        String uris = "amqp://jo:127.0.0.1@192.0.2.7:5672/vhost,amqp://[::1]:5673";
        assertThat(WrittenData.of(plan("rabbitmq: { deployment: existing, uri: '" + uris + "' }"))
                        .bytesElsewhere())
                .isPositive();
        String here =
                "pulsar: { deployment: existing, service.url: 'pulsar://127.0.0.1:1,localhost:2', admin.url: 'http://127.0.0.1:3' }";
        assertThat(WrittenData.of(plan(here)).bytesElsewhere()).isZero();
    }

    @Test
    void aPersonDecides() throws Exception {
        Plan plan = plan(KAFKA.formatted("192.0.2.7:9092"), "repeat=4");
        TEN_GB.check(plan, question -> Optional.of(true));
        assertThatThrownBy(() -> TEN_GB.check(plan, question -> Optional.of(false)))
                .hasMessage("nothing was started");
        TEN_GB.check(plan(KAFKA.formatted("192.0.2.7:9092"), "repeat=3"), question -> {
            throw new AssertionError("there is nothing to ask");
        });
        new DataConsent(ByteSize.parse("12 GB"), false).check(plan, question -> Optional.empty());
        new DataConsent(ByteSize.parse("0"), true).check(plan, question -> Optional.empty());
    }
}
