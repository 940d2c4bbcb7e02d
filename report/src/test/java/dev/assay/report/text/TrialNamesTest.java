package dev.assay.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.result.ClusterHistory;
import dev.assay.model.result.Delivery;
import dev.assay.model.result.DrainRecord;
import dev.assay.model.result.SystemIdentity;
import dev.assay.model.result.TrialCourse;
import dev.assay.model.result.TrialIdentity;
import dev.assay.model.result.TrialPlan;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.TrialSetup;
import dev.assay.model.result.Verdict;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.spec.NodeDisks;
import dev.assay.model.spec.ResultStatistics;
import dev.assay.model.spec.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class TrialNamesTest {
    private final List<TrialRecord> trials = new ArrayList<>();

    private void trial(String system, String version, Map<String, String> dimensions, int block, double offered) {
        trials.add(new TrialRecord(
                new TrialIdentity(trials.size() + 1, system + "-label", block, dimensions),
                new TrialPlan(
                        Map.of(),
                        Workload.usual(),
                        ResultStatistics.DEFAULT,
                        NodeDisks.USUAL,
                        OptionalInt.empty(),
                        offered,
                        1024),
                new TrialSetup(
                        new SystemIdentity(system, version, "client", "local", 3),
                        DurabilityStatement.holding(DurabilityLevel.LEVEL_2),
                        EffectiveConfig.NONE,
                        ClusterHistory.UNKNOWN,
                        List.of("w1"),
                        List.of(),
                        0),
                new TrialCourse(
                        "2026-11-24T09:00:00Z",
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        new DrainRecord(true, 0, List.of()),
                        new Delivery(0, 0, 0, 0, 0, 0, List.of(), List.of()),
                        List.of(),
                        List.of(),
                        List.of()),
                Verdict.of(List.of())));
    }

    private void trial(String system, String version, Map<String, String> dimensions, int block) {
        trial(system, version, dimensions, block, 1000);
    }

    private List<String> names() {
        TrialNames names = TrialNames.of(trials);
        return trials.stream().map(names::of).toList();
    }

    @Test
    void oneTrialIsCalledAfterItsSystem() {
        trial("kafka", "4.3.1", Map.of("workload.partitions", "6"), 1);
        assertThat(names()).containsExactly("#1 kafka 4.3.1");
    }

    @Test
    void versionsOfOneSystemAreTwoWords() {
        trial("kafka", "3.9.1", Map.of("systems.kafka.version", "3.9.1"), 1);
        trial("kafka", "4.3.1", Map.of("systems.kafka.version", "4.3.1"), 1);
        assertThat(names()).containsExactly("#1 kafka 3.9.1", "#2 kafka 4.3.1");
    }

    @Test
    void systemsOfOneVersionEachGoWithoutIt() {
        trial("kafka", "4.3.1", Map.of(), 1);
        trial("pulsar", "4.0.8", Map.of(), 1);
        assertThat(names()).containsExactly("#1 kafka", "#2 pulsar");
    }

    @Test
    void repetitionsAreBlocksAndShareTheRestOfTheName() {
        trial("kafka", "4.3.1", Map.of("workload.partitions", "6", "workload.rate", "1/s"), 1);
        trial("kafka", "4.3.1", Map.of("workload.partitions", "6", "workload.rate", "1/s"), 2);
        assertThat(names()).containsExactly("#1 block 1", "#2 block 2");
        trial("kafka", "4.3.1", Map.of("workload.partitions", "16", "workload.rate", "1/s"), 2);
        assertThat(names())
                .containsExactly(
                        "#1 partitions 6 · block 1", "#2 partitions 6 · block 2", "#3 partitions 16 · block 2");
        assertThat(TrialNames.of(trials).group(trials.get(1))).isEqualTo("partitions 6");
    }

    @Test
    void aCellThatNamesTheSystemNeedsNoOtherName() {
        trial("kafka", "4.3.1", Map.of("cell", "latency/kafka", "variant", "tuned"), 1);
        trial("pulsar", "4.0.8", Map.of("cell", "latency/pulsar", "variant", "tuned"), 1);
        assertThat(names()).containsExactly("#1 latency/kafka", "#2 latency/pulsar");
    }

    @Test
    void aSettingKeepsTheVendorsNameAndLongValuesTheirEnds() {
        String path = "settings.kafka.producer.max.in.flight.requests.per.connection";
        trial("kafka", "4.3.1", Map.of(path, "1"), 1);
        trial("kafka", "4.3.1", Map.of(path, "0123456789".repeat(9)), 1);
        assertThat(names())
                .containsExactly(
                        "#1 max.in.flight.r…per.connection 1",
                        "#2 max.in.flight.r…per.connection 012345678901234…67890123456789");
    }

    @Test
    void loadsTellTrialsApartThatNothingElseDoes() {
        trial("kafka", "4.3.1", Map.of(), 1, 1000);
        trial("kafka", "4.3.1", Map.of(), 1, 2500);
        assertThat(names()).containsExactly("#1 1,000 msg/s", "#2 2,500 msg/s");
    }

    @Test
    void whatIsTheSameInAllTrialsIsCalledAfterTheSystem() {
        trial("kafka", "4.3.1", Map.of(), 1);
        trial("kafka", "4.3.1", Map.of(), 1);
        assertThat(names()).containsExactly("#1 kafka 4.3.1", "#2 kafka 4.3.1");
    }
}
