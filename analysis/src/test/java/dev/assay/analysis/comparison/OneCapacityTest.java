package dev.assay.analysis.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.analysis.capacity.CapacityEstimate;
import dev.assay.analysis.experiment.CapacityText;
import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Readings;
import dev.assay.model.result.CapacityRecord;
import dev.assay.model.result.CapacityRecord.State;
import dev.assay.model.result.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** All readers of several searches have one value and one interval, in which each search has the width of its step. */
class OneCapacityTest {
    private static final String CAPACITY = "capacity";

    /** Recorded on 2 cores; results/studies.md has them. */
    private static final List<CapacityRecord> SEARCHES =
            List.of(found(1, 109_900, 113_300), found(2, 120_400, 124_100), found(3, 103_400, 106_600));

    private static CapacityRecord found(int block, double confirmed, double missed) {
        return search(block, State.FOUND, confirmed, missed);
    }

    private static CapacityRecord search(int block, State state, double confirmed, double missed) {
        return new CapacityRecord(
                "kafka",
                block,
                Map.of(),
                2_000,
                500_000,
                0.05,
                List.of(),
                state,
                "",
                Optional.of(confirmed),
                Optional.of(missed),
                0,
                List.of());
    }

    private static Map<Integer, Reading> readings(List<CapacityRecord> searches) {
        Map<Integer, Reading> readings = new TreeMap<>();
        searches.forEach(search -> readings.put(search.repetition(), Reading.of(search)));
        return readings;
    }

    private static ComparedStatistic compared(List<CapacityRecord> baseline, List<CapacityRecord> candidate) {
        return ComparedStatistic.of(
                        List.of(CAPACITY),
                        _ -> readings(baseline),
                        _ -> readings(candidate),
                        Sampling.BLOCKS,
                        String::valueOf,
                        0.05)
                .getFirst();
    }

    @Test
    void whatBusyMachinesKeptFromItsEndIsAbandonedForEachReader() {
        CapacityRecord stopped = search(1, State.STOPPED, 109_900, 113_300);

        assertThat(Reading.of(stopped).why()).isEqualTo("its search was abandoned");
        assertThat(Reading.of(stopped).outcome()).isEqualTo(Reading.Outcome.LEFT_OUT);
        assertThat(CapacityText.together(new CapacityEstimate("kafka", List.of(stopped, stopped, stopped)))
                        .getFirst())
                .contains("3 abandoned");
    }

    /** The search counts as one with an unknown result and not as missing: its trials show anything only if they met their rate. */
    @Test
    void anAbandonedSearchLeavesTheIntervalOpenForEachReader() {
        List<CapacityRecord> seven = new ArrayList<>();
        for (int block = 1; block <= 6; block++) {
            seven.add(found(block, 100_000, 105_000));
        }
        seven.add(search(7, State.STOPPED, 100_000, 105_000));
        List<Reading> rows = seven.stream().map(Reading::of).toList();
        Interval report =
                new CapacityEstimate("kafka", seven).readings().interval().orElseThrow();

        assertThat(report.low()).isZero();
        assertThat(report.high()).isInfinite();
        assertThat(compared(seven, seven).baseline().interval()).contains(report);
        assertThat(RunSeries.Value.of(CAPACITY, rows).counted().interval()).contains(report);
        assertThat(Objects.requireNonNull(new MeasuredPoint(List.of(rows))
                                .figures(Sampling.TRIALS_OF_RUNS)
                                .get(CAPACITY))
                        .interval())
                .contains(report);
    }

    @Test
    void comparisonsAndCardsHaveTheReportsInterval() {
        Interval report =
                new CapacityEstimate("kafka", SEARCHES).readings().interval().orElseThrow();
        ComparedStatistic compared = compared(SEARCHES, SEARCHES);
        MeasuredPoint point = MeasuredPoint.of(
                        List.of(SEARCHES.stream().map(Reading::of).toList()))
                .values()
                .iterator()
                .next();
        Readings card =
                Objects.requireNonNull(point.figures(Sampling.TRIALS_OF_RUNS).get(CAPACITY));

        assertThat(compared.baseline().interval()).contains(report);
        assertThat(RunSeries.Value.of(CAPACITY, readings(SEARCHES).values())
                        .counted()
                        .interval())
                .contains(report);
        assertThat(compared.candidate().typical()).hasValue(report.centre());
        assertThat(card.interval()).contains(report);
        assertThat(card.typical()).hasValue(report.centre());
    }

    /** The same rate is confirmed in each block, one step lower for the candidate, which the step alone may explain. */
    @Test
    void aStepOfTheSearchIsNoDifference() {
        List<CapacityRecord> higher =
                List.of(found(1, 50_000, 52_000), found(2, 50_000, 52_000), found(3, 50_000, 52_000));
        List<CapacityRecord> lower =
                List.of(found(1, 48_000, 50_000), found(2, 48_000, 50_000), found(3, 48_000, 50_000));
        Interval ratio = compared(higher, lower).estimate().orElseThrow().interval();

        assertThat(ratio.low()).isCloseTo(48.0 / 52, within(1e-9));
        assertThat(ratio.centre()).isCloseTo(0.96, within(1e-9));
        assertThat(ratio.high()).isCloseTo(1, within(1e-9));
    }
}
