package dev.assay.cli.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.LatencySummary;
import dev.assay.analysis.LatencySummary.Quantile;
import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.PhaseAnalysis.HiccupSummary;
import dev.assay.analysis.quality.Quality;
import dev.assay.model.calibration.DurationStatistics;
import dev.assay.model.calibration.HarnessFloor;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.result.Verdict;
import dev.assay.model.timeline.Phase;
import dev.assay.scenario.plan.Plan;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuietLoadTest {
    private static final QuietLoad LOAD = new QuietLoad(5);

    @Test
    void latenciesOfTheMeasuredPhaseAreTheFloor() {
        PhaseAnalysis phase = phase(
                latency(LatencyMetric.SERVICE, 1_000),
                latency(LatencyMetric.RESPONSE, 31_000),
                latency(LatencyMetric.END_TO_END, 52_000));

        assertThat(LOAD.floor(List.of(phase)))
                .contains(new HarnessFloor(
                        1024,
                        1000,
                        new DurationStatistics(5000, 31_000, 62_000, 310_000),
                        new DurationStatistics(5000, 52_000, 104_000, 520_000)));
    }

    @Test
    void whereNothingWasReceivedThereIsNone() {
        assertThat(LOAD.floor(List.of(phase(latency(LatencyMetric.RESPONSE, 31_000)))))
                .isEmpty();
        assertThat(LOAD.floor(List.of())).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void itsScenarioCanBePlanned(boolean quick) {
        Plan plan = HarnessRuns.plan(QuietLoad.of(quick).scenario());

        assertThat(plan.certain()).hasSize(1);
    }

    private static PhaseAnalysis phase(LatencySummary... latencies) {
        return new PhaseAnalysis(
                new Phase("floor", 0, 5_000_000_000L),
                Verdict.of(List.of()),
                1000,
                1000,
                List.of(latencies),
                List.of(),
                new HiccupSummary(0, 0, 0, 0),
                List.of(),
                List.of(),
                List.of(),
                Optional.empty());
    }

    private static LatencySummary latency(LatencyMetric metric, long p50Nanos) {
        return new LatencySummary(
                metric,
                5000,
                0,
                0,
                p50Nanos,
                Quality.clear(),
                10 * p50Nanos,
                Quality.clear(),
                List.of(new Quantile(50, p50Nanos, Quality.clear()), new Quantile(99, 2 * p50Nanos, Quality.clear())),
                List.of());
    }
}
