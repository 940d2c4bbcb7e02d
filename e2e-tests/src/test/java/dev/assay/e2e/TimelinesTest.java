package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.TrialAnalyzer;
import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Statistic;
import dev.assay.e2e.AssayProgram.Ended;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.result.Delivery;
import dev.assay.model.result.Delivery.PhaseDelivery;
import dev.assay.model.result.StoredTrial;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs trials whose load changes over time on the in-memory system, and compares them with calculated values. */
@Tag("slow")
class TimelinesTest {
    private static final String RAMP = """
            name: ramp
            systems: { memory: { law: constant, mean: 1 ms } }
            durability: level-4
            workload:
              partitions: 6
              producers: 3
              consumers: 3
              message: { size: 100 B }
              rate: ramp 1000/s to 4000/s over 3 s
            phases:
              warmup: { for: 1 s, warmup: true }
              one: { for: 1 s }
              two: { for: 1 s }
              three: { for: 1 s }
              four: { for: 1 s }
            timing: { drain: 60 s }
            """;

    @TempDir
    Path folder;

    @AfterEach
    void endWhatIsLeft() throws Exception {
        Processes.endAll(folder);
    }

    /** 1000 t + 500 t² messages are due before t seconds of a ramp from 1000/s to 4000/s over 3 s, and 4000 each second then. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void aRampHasTheCountsOfItsClosedFormInEachSecondWhoeverSends(int workers) throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        assay.write("ramp.yaml", RAMP);

        Ended ended = assay.run(AssayProgram.PATIENCE, "run", "ramp.yaml", "--workers", String.valueOf(workers));

        FinishedTrials.assertMeasured(ended);
        StoredTrial trial = FinishedTrials.only(assay);
        Delivery delivery = trial.trial().delivery();
        assertThat(delivery.phases())
                .extracting(PhaseDelivery::scheduled)
                .containsExactly(1_000L, 1_500L, 2_500L, 3_500L, 4_000L);
        assertThat(delivery.scheduled()).isEqualTo(12_500);
        assertThat(delivery.subscriptions().getFirst().received()).isEqualTo(12_500);
        assertThat(delivery.phases())
                .allSatisfy(phase ->
                        assertThat(phase.subscriptions().getFirst().received()).isEqualTo(phase.scheduled()));
        TrialAnalysis analysis = TrialAnalyzer.analyze(trial);
        assertThat(analysis.measured())
                .extracting(phase -> phase.offeredPerSecond())
                .containsExactly(1_500.0, 2_500.0, 3_500.0, 4_000.0);
    }

    /** The age of old messages that the late group read counts in its own latency, and in no other. */
    @Test
    void theAgeOfOldMessagesIsNotInTheLatencyOfTheGroupThatTails() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        assay.write("late.yaml", """
                name: late
                systems: { memory: { law: constant, mean: 1 ms } }
                durability: level-4
                workload:
                  message: { size: 100 B }
                  rate: 200/s
                  groups:
                    tail: {}
                    late: { start-at: second }
                phases:
                  first: { for: 4 s }
                  second: { for: 2 s, expect: either }
                timing: { drain: 60 s }
                """);

        Ended ended = assay.run(AssayProgram.PATIENCE, "run", "late.yaml");

        FinishedTrials.assertMeasured(ended);
        StoredTrial trial = FinishedTrials.only(assay);
        var first = TrialAnalyzer.analyze(trial).measured().getFirst();
        assertThat(first.samples(LatencyMetric.END_TO_END)).isEqualTo(800);
        var late = first.groups().stream()
                .filter(group -> !group.live())
                .findFirst()
                .orElseThrow();
        Reading median = first.row(Statistic.quantile(LatencyMetric.END_TO_END, 50), late.name())
                .orElseThrow();
        assertThat(median.n()).isEqualTo(800);
        // Half of the messages are at least two seconds old when the group begins.
        assertThat(median.value()).isGreaterThan(1.9e9);
        assertThat(ended.out()).contains("late");
    }
}
