package dev.assay.cli.calibrate;

import dev.assay.analysis.LatencySummary;
import dev.assay.analysis.LatencySummary.Quantile;
import dev.assay.analysis.PhaseAnalysis;
import dev.assay.model.calibration.DurationStatistics;
import dev.assay.model.calibration.HarnessFloor;
import dev.assay.model.metric.LatencyMetric;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A load that leaves the machine idle for most of the time, on a system that takes no time: what its messages take is the harness's.
 *
 * @param seconds how long it is measured
 */
record QuietLoad(int seconds) {
    /** Low enough that no message waits for the one before. */
    static final int RATE = 1000;

    private static final int WARMUP_RATE = 25_000;
    private static final double MEDIAN = 50;
    private static final double P99 = 99;

    /** That of a calibration. */
    static QuietLoad of(boolean quick) {
        return new QuietLoad(quick ? 2 : 5);
    }

    /** Its scenario; a higher rate before has the worker's JVM compile what it runs. */
    String scenario() {
        return """
                name: calibrate
                systems: { memory: { law: none } }
                durability: level-4
                workload:
                  partitions: 1
                  message: { size: %d B, payload: zeros }
                phases:
                  warmup: { for: 2 s, rate: %d/s, warmup: true }
                  floor: { for: %d s, rate: %d/s, expect: either }
                timing: { drain: 5 s }
                """.formatted(RisingSteps.MESSAGE_BYTES, WARMUP_RATE, seconds, RATE);
    }

    /** What its measured phase shows; empty where nothing was received. */
    Optional<HarnessFloor> floor(List<PhaseAnalysis> phases) {
        if (phases.isEmpty()) {
            return Optional.empty();
        }
        PhaseAnalysis phase = phases.getFirst();
        DurationStatistics response = durations(phase, LatencyMetric.RESPONSE);
        DurationStatistics endToEnd = durations(phase, LatencyMetric.END_TO_END);
        return response == null || endToEnd == null
                ? Optional.empty()
                : Optional.of(
                        new HarnessFloor(RisingSteps.MESSAGE_BYTES, phase.offeredPerSecond(), response, endToEnd));
    }

    private static @Nullable DurationStatistics durations(PhaseAnalysis phase, LatencyMetric metric) {
        return phase.latency(metric)
                .map(summary -> new DurationStatistics(
                        summary.samples(), nanos(summary, MEDIAN), nanos(summary, P99), summary.maxNanos()))
                .orElse(null);
    }

    private static long nanos(LatencySummary summary, double percent) {
        return summary.quantile(percent).map(Quantile::nanos).orElseThrow();
    }
}
