package dev.assay.analysis.evidence;

import dev.assay.analysis.steady.Drift;
import dev.assay.analysis.steady.Trend;
import dev.assay.model.result.LatencyMetric;
import dev.assay.model.result.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** How far the latencies of a phase moved, by the seconds in which they became known. */
final class LatencyDrifts {
    private final Phase phase;
    private final int secondsPerPoint;

    LatencyDrifts(Phase phase, int secondsPerPoint) {
        this.phase = phase;
        this.secondsPerPoint = secondsPerPoint;
    }

    /** Of the line of one metric. */
    List<PhaseDrift> of(LatencyMetric metric, List<LatencyLine.Point> points) {
        List<PhaseDrift> drifts = new ArrayList<>();
        drifts.add(new PhaseDrift(
                PhaseDrift.Of.MEDIAN, metric.title() + " p50", drift(points, LatencyLine.Point::p50Nanos)));
        drifts.add(
                new PhaseDrift(PhaseDrift.Of.P99, metric.title() + " p99", drift(points, LatencyLine.Point::p99Nanos)));
        return drifts;
    }

    private Drift drift(List<LatencyLine.Point> points, ToLongFunction<LatencyLine.Point> figure) {
        Trend.Figures figures = new Trend.Figures();
        points.stream()
                // Where a point stands for several seconds there are two of them, of which the second is as good as the
                // first.
                .filter(point -> point.seconds() % secondsPerPoint == 0)
                .filter(point -> phase.hasSecondUpTo(point.seconds()))
                .forEach(point -> figures.add((double) figure.applyAsLong(point)));
        return Drift.of(figures);
    }
}
