package dev.assay.analysis.explanation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.comparison.MeasuredRun;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.spec.Batching;
import dev.assay.model.spec.GroupSpec;
import dev.assay.model.spec.InFlight;
import dev.assay.model.spec.Servers;
import dev.assay.model.spec.Workload;
import dev.assay.model.unit.DurationText;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrialHypothesesTest {
    private static final Workload USUAL = Workload.usual();

    /** Latencies of 10 ms at all percentiles. */
    private static TrialHypothesis of(Hypothesis hypothesis, DurabilityLevel level, Workload workload, int processors) {
        MeasuredRun run = new MeasuredRun("x");
        run.durability = DurabilityStatement.holding(level);
        run.workload = workload;
        run.processors = OptionalInt.of(processors);
        List<TrialHypothesis> found =
                TrialHypotheses.of(run.trial(1, Map.of(), 10).run().trials().getFirst());
        assertThat(found).extracting(TrialHypothesis::hypothesis).containsExactly(Hypothesis.values());
        return found.stream()
                .filter(one -> one.hypothesis() == hypothesis)
                .findFirst()
                .orElseThrow();
    }

    private static TrialHypothesis of(Hypothesis hypothesis, Workload workload) {
        return of(hypothesis, DurabilityLevel.LEVEL_1, workload, Servers.ALL_PROCESSORS);
    }

    private static Workload workload(int partitions, int consumers, String linger, InFlight inFlight) {
        return workload(partitions, consumers, Map.of(), linger, inFlight);
    }

    private static Workload workload(
            int partitions, int consumers, Map<String, GroupSpec> groups, String linger, InFlight inFlight) {
        return new Workload(
                1,
                partitions,
                USUAL.message(),
                1,
                1,
                consumers,
                groups,
                USUAL.rate(),
                USUAL.arrivals(),
                new Batching(DurationText.parse(linger), USUAL.batching().size()),
                inFlight);
    }

    private static Workload partitions(int partitions, int consumers) {
        return workload(partitions, consumers, "1 ms", InFlight.DEFAULT);
    }

    @ParameterizedTest
    @CsvSource({"50 ms, true", "1 ms, true", "990 us, false"})
    void a_linger_is_suspected_where_it_is_a_tenth_of_the_median(String linger, boolean suspected) {
        TrialHypothesis trialHypothesis = of(Hypothesis.LINGER, workload(6, 1, linger, InFlight.DEFAULT));

        assertThat(trialHypothesis.evidence().isPresent()).isEqualTo(suspected);
        assertThat(trialHypothesis.keys()).isEqualTo(Map.of("workload.batching.linger", "0 s"));
    }

    @Test
    void a_linger_that_is_none_cannot_be_moved() {
        assertThat(of(Hypothesis.LINGER, workload(6, 1, "0 s", InFlight.DEFAULT))
                        .movable())
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({"level-1, level-2, level-3", "level-2, , level-4", "level-3, level-4, ", "level-4, , "})
    void levels_lose_one_promise_at_a_time(String asked, String unsynced, String unreplicated) {
        DurabilityLevel level =
                DurabilityLevel.valueOf(asked.toUpperCase(Locale.ROOT).replace('-', '_'));
        TrialHypothesis sync = of(Hypothesis.SYNC, level, USUAL, Servers.ALL_PROCESSORS);
        TrialHypothesis replication = of(Hypothesis.REPLICATION, level, USUAL, Servers.ALL_PROCESSORS);

        assertThat(sync.keys().get("durability")).isEqualTo(unsynced);
        assertThat(sync.evidence().isPresent()).isEqualTo(unsynced != null);
        assertThat(replication.keys().get("durability")).isEqualTo(unreplicated);
        assertThat(replication.evidence()).isEmpty();
    }

    @Test
    void consumers_grow_up_to_the_partitions() {
        assertThat(of(Hypothesis.CONSUMERS, partitions(6, 1)).keys()).isEqualTo(Map.of("workload.consumers", "4"));
        assertThat(of(Hypothesis.CONSUMERS, partitions(6, 2)).keys()).isEqualTo(Map.of("workload.consumers", "6"));
        assertThat(of(Hypothesis.CONSUMERS, partitions(6, 6)).movable()).isFalse();
        Map<String, GroupSpec> groups = Map.of("late", new GroupSpec(1, 1, "measure", false, Duration.ZERO));
        assertThat(of(Hypothesis.CONSUMERS, workload(6, 1, groups, "1 ms", InFlight.DEFAULT))
                        .movable())
                .as("a consumer group's own consumers are not moved")
                .isFalse();
        assertThat(of(Hypothesis.CONSUMERS, partitions(6, 1)).evidence())
                .as("messages arrive when they are acknowledged")
                .isEmpty();
    }

    @Test
    void numbers_are_moved_by_four() {
        assertThat(of(Hypothesis.PARTITIONS, partitions(6, 1)).keys()).isEqualTo(Map.of("workload.partitions", "24"));
        assertThat(of(Hypothesis.PARTITIONS, partitions(500, 1)).movable()).isFalse();
        assertThat(of(Hypothesis.IN_FLIGHT, USUAL).keys()).isEqualTo(Map.of("workload.in-flight", "20000"));
        assertThat(of(Hypothesis.IN_FLIGHT, workload(6, 1, "1 ms", InFlight.CLIENT))
                        .movable())
                .isFalse();
    }

    @Test
    void servers_get_more_processors_where_there_are_more_and_as_few_less_as_there_can_be_otherwise() {
        assertThat(of(Hypothesis.PROCESSORS, USUAL).keys()).isEqualTo(Map.of("systems.kafka.processors", "1"));
        assertThat(of(Hypothesis.PROCESSORS, USUAL).move())
                .isEqualTo(
                        "servers on 1 of the machine's 2 processors instead of 2, which shows how sensitive it is, and no cause");
        assertThat(of(Hypothesis.PROCESSORS, DurabilityLevel.LEVEL_1, USUAL, 1).keys())
                .isEqualTo(Map.of("systems.kafka.processors", "2"));
        assertThat(of(Hypothesis.PROCESSORS, DurabilityLevel.LEVEL_1, USUAL, 1).move())
                .isEqualTo("servers on 2 of the machine's 2 processors instead of 1");
    }

    @ParameterizedTest
    @CsvSource({"2, 1", "4, 3", "8, 7", "10, 8", "16, 14", "32, 27"})
    void processors_are_tightened_by_little(int all, int left) {
        assertThat(processors(all, Servers.ALL_PROCESSORS).keys())
                .isEqualTo(Map.of("systems.kafka.processors", String.valueOf(left)));
    }

    @Test
    void one_processor_can_not_be_moved() {
        assertThat(processors(1, Servers.ALL_PROCESSORS).movable()).isFalse();
        assertThat(processors(8, 3).keys()).isEqualTo(Map.of("systems.kafka.processors", "6"));
        assertThat(processors(8, 6).keys()).isEqualTo(Map.of("systems.kafka.processors", "8"));
    }

    private static TrialHypothesis processors(int machine, int given) {
        MeasuredRun run = new MeasuredRun("x");
        run.cores = machine;
        run.processors = OptionalInt.of(given);
        return TrialHypotheses.of(run.trial(1, Map.of(), 10).run().trials().getFirst())
                .getLast();
    }
}
