package dev.assay.analysis.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.comparison.RunSeries.Value;
import dev.assay.model.result.Verdict.Grade;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RunSeriesTest {
    private static final List<String> P99 = List.of("response.p99");
    private static final String PARTITIONS = "workload.partitions";

    private static MeasuredRun run(String id, double millis, Map<String, String> dimensions) {
        MeasuredRun run = new MeasuredRun(id);
        for (int block = 1; block <= 4; block++) {
            run.trial(block, dimensions, millis + 0.01 * block);
        }
        return run;
    }

    private static RunAnalysis run(String id, double millis) {
        return run(id, millis, Map.of()).run();
    }

    @Test
    void each_run_stands_to_the_one_before_it_in_the_order_given_and_no_word_is_said() {
        RunSeries series = RunSeries.of(List.of(run("c", 10), run("a", 20), run("b", 10)), P99)
                .getFirst();

        assertThat(series.condition()).isEmpty();
        assertThat(series.runs()).extracting(RunSeries.OfRun::run).containsExactly("c", "a", "b");
        Value first = series.runs().getFirst().values().getFirst();
        assertThat(first.counted().values()).hasSize(4);
        assertThat(first.counted().typical().orElseThrow()).isCloseTo(10.025e6, within(1.0));
        assertThat(first.counted().interval().orElseThrow().low()).isBetween(9.9e6, 10.02e6);
        assertThat(series.changes()).hasSize(2).allSatisfy(change -> {
            assertThat(change.sampling().allowsWords()).isFalse();
            assertThat(change.statistics().getFirst().difference()).isEqualTo(Difference.INCONCLUSIVE);
        });
        assertThat(series.changes())
                .extracting(change -> Math.round(10
                        * change.statistics()
                                .getFirst()
                                .estimate()
                                .orElseThrow()
                                .interval()
                                .centre()))
                .containsExactly(20L, 5L);
    }

    @Test
    void what_does_not_count_is_counted_with_its_reason() {
        MeasuredRun run = new MeasuredRun("run");
        run.trial(1, Map.of(), 10).trial(2, Map.of(), 99, MeasuredRun.reason(Grade.INVALID, "loss"));
        run.trial(3, Map.of(), 99, MeasuredRun.reason(Grade.DEGRADED, "foreign-cpu"));
        run.missing(4, Map.of(), true).missing(5, Map.of(), false);
        run.trial(6, Map.of(), 99, MeasuredRun.reason(Grade.DEGRADED, "rate-missed"));
        Value value = RunSeries.of(List.of(run.run()), P99)
                .getFirst()
                .runs()
                .getFirst()
                .values()
                .getFirst();

        assertThat(value.counted().values()).containsExactly(10e6);
        assertThat(value.counted().interval()).isEmpty();
        assertThat(value.trials()).isEqualTo(6);
        assertThat(value.counted().failed()).isEqualTo(2);
        assertThat(value.leftOut())
                .isEqualTo(Map.of(
                        "INVALID (loss)",
                        1,
                        "disturbed by other work on the machine",
                        1,
                        "did not finish",
                        1,
                        "not run",
                        1,
                        "only a lower bound",
                        1));
    }

    @Test
    void a_condition_that_a_run_lacks_is_skipped_and_one_of_a_single_run_has_its_values() {
        RunAnalysis both = run("both", 10, Map.of(PARTITIONS, "1"))
                .trial(1, Map.of(PARTITIONS, "6"), 11)
                .run();
        RunAnalysis other = run("other", 10, Map.of(PARTITIONS, "24")).run();
        RunAnalysis last = run("last", 20, Map.of(PARTITIONS, "1")).run();
        List<RunSeries> all = RunSeries.of(List.of(both, other, last), P99);

        assertThat(all)
                .extracting(RunSeries::condition)
                .containsExactly(PARTITIONS + " = 1", PARTITIONS + " = 6", PARTITIONS + " = 24");
        assertThat(all.getFirst().runs()).extracting(RunSeries.OfRun::run).containsExactly("both", "last");
        assertThat(all.getFirst().changes()).hasSize(1);
        assertThat(all.get(1).runs()).hasSize(1);
        assertThat(all.get(1).changes()).isEmpty();
    }

    @Test
    void a_run_whose_trials_all_failed_keeps_its_place_without_a_value() {
        RunAnalysis failed = new MeasuredRun("failed")
                .missing(1, Map.of(), true)
                .missing(2, Map.of(), true)
                .run();

        assertThat(Stream.of(List.of(run("good", 10), failed), List.of(failed))
                        .map(runs ->
                                RunSeries.of(runs, List.of()).getFirst().runs().getLast()))
                .allSatisfy(run -> {
                    assertThat(run.system()).isEmpty();
                    assertThat(run.fingerprint()).isEmpty();
                    assertThat(run.values()).hasSize(5).allSatisfy(value -> {
                        assertThat(value.counted().typical()).isEmpty();
                        assertThat(value.counted().failed()).isEqualTo(2);
                    });
                });
    }

    @Test
    void a_run_that_is_there_twice_is_refused() {
        RunAnalysis run = run("run", 10);

        assertThatThrownBy(() -> RunSeries.of(List.of(run, run), P99))
                .isInstanceOf(Uncomparable.class)
                .hasMessageContaining("run is given twice");
    }
}
