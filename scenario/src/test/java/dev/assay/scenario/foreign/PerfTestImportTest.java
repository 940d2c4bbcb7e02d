package dev.assay.scenario.foreign;

import static dev.assay.scenario.foreign.OmbFiles.at;
import static dev.assay.scenario.foreign.OmbFiles.fate;
import static dev.assay.scenario.foreign.OmbFiles.key;
import static dev.assay.scenario.foreign.OmbFiles.spec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.foreign.KeyFate;
import dev.assay.model.spec.TrialSpec;
import dev.assay.scenario.ScenarioException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PerfTestImportTest {
    private static ImportResult imported(String... lines) throws ImportException {
        return PerfTestImport.of(List.of(lines), false, Optional.empty(), Optional.empty());
    }

    @Test
    void aProducerPerformanceTestIsALoadWithoutConsumers() throws ScenarioException, ImportException {
        ImportResult result =
                imported("bin/kafka-producer-perf-test.sh --topic t --num-records 600000 --record-size 100"
                        + " --throughput 10000 --producer-props bootstrap.servers=localhost:9092 acks=1 linger.ms=5"
                        + " compression.type=lz4 --print-metrics");
        TrialSpec spec = spec(result);

        assertThat(spec.workload().rate()).hasToString("10000/s");
        assertThat(spec.workload().message().size()).hasToString("100 B");
        assertThat(spec.workload().allSubscriptions()).isEmpty();
        assertThat(spec.timing().measure()).isEqualTo(Duration.ofMinutes(1));
        assertThat(spec.durability()).isEqualTo(DurabilityLevel.LEVEL_4);
        assertThat(spec.settings().producer())
                .containsEntry("linger.ms", "5")
                .containsEntry("compression.type", "lz4")
                .doesNotContainKeys("acks", "bootstrap.servers");
        assertThat(fate(result, "--topic")).isEqualTo(KeyFate.DIFFERS);
    }

    @Test
    void withoutALimitTheHighestRateIsSearchedFor() throws ScenarioException, ImportException {
        ImportResult result = imported("kafka-producer-perf-test --topic t --num-records 1 --record-size 1000"
                + " --throughput -1 --producer-props acks=all");

        assertThat(spec(result).search()).isPresent();
        assertThat(spec(result).durability()).isEqualTo(DurabilityLevel.LEVEL_2);
    }

    @Test
    void senderAndReceiverMakeOneScenario() throws ScenarioException, ImportException {
        ImportResult result = imported(
                "bin/pulsar-perf produce -r 5000 -s 512 -n 2 -np 8 -b 2.5 -time 120 -z LZ4 persistent://public/default/t",
                "pulsar-perf consume --num-consumers 3 -ns 2 -st Shared -q 500 t");
        TrialSpec spec = spec(result);

        assertThat(spec.workload().rate()).hasToString("5000/s");
        assertThat(spec.workload().partitions()).isEqualTo(8);
        assertThat(spec.workload().producers()).isEqualTo(2);
        assertThat(spec.workload().subscriptions()).isEqualTo(2);
        assertThat(spec.workload().consumers()).isEqualTo(3);
        assertThat(spec.timing().measure()).isEqualTo(Duration.ofMinutes(2));
        assertThat(spec.settings().producer())
                .containsEntry("batchingMaxPublishDelayMicros", "2500")
                .containsEntry("compressionType", "LZ4");
        assertThat(result.scenario()).contains("subscription-type: shared");
    }

    @Test
    void ratesOfPerfTestAreThoseOfEachProducer() throws ScenarioException, ImportException {
        ImportResult result =
                imported("java -jar perf-test.jar -x 3 -y 2 -u q --quorum-queue -r 1000 -s 2000 -z 90 -c 200"
                        + " -q 50 --consumer-latency 500 -f persistent -i 5");
        TrialSpec spec = spec(result);

        assertThat(spec.workload().rate()).hasToString("3000/s");
        assertThat(spec.workload().inFlight()).hasToString("200");
        assertThat(at(spec.workload().allGroups(), "tail").processing()).isEqualTo(Duration.ofNanos(500_000));
        assertThat(spec.workload().totalConsumers()).isEqualTo(2);
        assertThat(spec.durability()).isEqualTo(DurabilityLevel.LEVEL_1);
        assertThat(fate(result, "--interval")).isEqualTo(KeyFate.REFUSED);
    }

    @Test
    void ratesThatTakeTurnsAreBursts() throws ScenarioException, ImportException {
        ImportResult result = imported(
                "perf-test -x 2 -vr 100:20 -vr 10:40 --queue-args x-queue-type=quorum,x-max-priority=3 --autoack");

        assertThat(spec(result).workload().rate()).hasToString("bursts 200/s for 20 s every 1 min else 20/s");
        assertThat(spec(result).workload().message().size()).hasToString("40 B");
        assertThat(key(result, "--queue-args x-queue-type").fate()).isEqualTo(KeyFate.MAPPED);
        assertThat(key(result, "--queue-args x-max-priority").note()).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "kafka-producer-perf-test --topic t --throughput 5 --transactional-id x",
                "pulsar-perf consume t",
                "perf-test -x 1 -m 10 -r 5 --quorum-queue"
            })
    void whatWouldBeAnotherLoadLeavesNoScenario(String line) throws ImportException {
        assertThat(imported(line).scenario()).isNull();
    }

    @Test
    void otherProgramsAreToldWhichOnesAreKnown() {
        assertThatThrownBy(() -> imported("iperf -c host"))
                .hasMessageContainingAll("iperf", "kafka-producer-perf-test", "pulsar-perf produce", "perf-test");
        assertThatThrownBy(() -> imported("perf-test -x 1", "pulsar-perf produce t"))
                .hasMessageContaining("different systems");
        assertThatThrownBy(() -> imported("perf-test -u 'q")).hasMessageContaining("not closed");
    }

    @Test
    void wordsAreThoseOfAShell() throws ImportException {
        assertThat(CommandWords.of("a 'b c' \"d \\\" e\" f\\ g \\\n  h ''"))
                .containsExactly("a", "b c", "d \" e", "f g", "h", "");
    }
}
