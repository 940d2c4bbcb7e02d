package dev.assay.run.preflight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.unit.ByteSize;
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

    /** Plans 10 000 messages of 1 KB a second for 100 s: 1 GB, and 3 GB in three copies. */
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
                .containsExactly(
                        "writes: up to 3.0 GB to kafka in 1 trial (1.0 GB of messages, counting the copies on all nodes), which Assay did not start",
                        "asks of kafka: up to 3 partitions in all copies, 10.0 MB/s in and 10.0 MB/s out, 2 producers and consumers");
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

    /** An address on this machine may be a tunnel. */
    @ParameterizedTest
    @ValueSource(strings = {"192.0.2.7:9092", "127.0.0.1:9092", "localhost:9092,[::1]:9093"})
    void whateverOthersRunIsAskedAbout(String servers) throws Exception {
        Plan plan = plan(KAFKA.formatted(servers), "repeat=4");
        assertThat(WrittenData.of(plan).foreignBytes()).isEqualTo(12e9);
        assertThatThrownBy(() -> TEN_GB.check(plan, question -> Optional.empty()))
                .isInstanceOfSatisfying(
                        CommandFailure.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.BAD_INPUT))
                .hasMessageContaining("writes up to 12.0 GB to kafka")
                .hasMessageContaining("more than 10 GB (--max-data)")
                .hasMessageContaining("--yes");
    }

    @Test
    void whatTheRunStartsIsNotAskedAbout() throws Exception {
        Plan plan = plan("kafka: {}", "repeat=100", "workload.topics=1000", "workload.partitions=40");
        assertThat(WrittenData.of(plan).foreignBytes()).isZero();
        TEN_GB.check(plan, question -> Optional.empty());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "workload.topics=1000     | workload.partitions=40 | 120000 partitions in all copies in kafka, more than 1000",
                "workload.rate=200k/s     | timing.warmup=1 s      | sends up to 200.0 MB/s to kafka, more than 100.0 MB/s",
                "workload.subscriptions=11 | timing.warmup=1 s     | reads up to 110.0 MB/s from kafka, more than 100.0 MB/s",
                "workload.producers=1000  | timing.warmup=1 s      | connects 1001 producers and consumers to kafka, more than 1000",
            })
    void whatMayHurtIsAskedAboutHoweverLittleIsWritten(String one, String another, String warning) throws Exception {
        Plan plan = plan(KAFKA.formatted("127.0.0.1:9092"), "timing.measure=1 s", one, another);
        assertThatThrownBy(() -> TEN_GB.check(plan, question -> Optional.empty()))
                .hasMessageContaining("this run may hurt a cluster that Assay did not start: ")
                .hasMessageContaining(warning);
    }

    @Test
    void aSearchSaysThatItOffersMoreThanIsSustained() throws Exception {
        Plan plan = ScenarioFile.read(
                        "w.yaml",
                        "name: w\nsystems: { " + KAFKA.formatted("127.0.0.1:9092")
                                + " }\nworkload: { rate: { search: { to: 10k/s } }, message: { size: 100 B } }\n",
                        List.of(),
                        Set.of())
                .plan();
        assertThat(WrittenData.of(plan).lines()).anyMatch(line -> line.endsWith("; more than it sustains, on purpose"));
        assertThatThrownBy(() -> TEN_GB.check(plan, question -> Optional.empty()))
                .hasMessageContaining("offers kafka more than that sustains, on purpose");
        new DataConsent(ByteSize.parse("10 GB"), true).check(plan, question -> Optional.empty());
        assertThat(WrittenData.of(plan).saturated()).containsExactly("kafka");
        assertThat(WrittenData.of(plan(KAFKA.formatted("127.0.0.1:9092"))).saturated())
                .isEmpty();
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
