package dev.assay.cli.live;

import dev.assay.model.metric.Metric;
import dev.assay.model.metric.Metrics;
import dev.assay.model.timeline.Phase;
import dev.assay.model.trial.TrialSecond;
import dev.assay.report.text.Formats;
import dev.assay.report.text.LatencyUnit;
import dev.assay.report.view.Block.Fact;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Shows the last second of a trial as a few large values, as the report shows its results. */
final class LiveTiles {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double P99 = 99;

    private LiveTiles() {}

    /**
     * @param phases of the load, as they are planned by now
     * @param failed messages so far
     */
    static List<Fact> of(TrialSecond second, List<Phase> phases, long failed) {
        double end = phases.stream().mapToLong(Phase::endNanos).max().orElse(0) / NANOS_PER_SECOND;
        double left = Math.max(0, Math.rint(end - second.seconds()));
        return List.of(
                new Fact(
                        "Answered",
                        Formats.rate(Math.rint(sum(second, Metrics.ACKED))),
                        "of " + Formats.rate(Math.rint(sum(second, Metrics.OFFERED))) + " offered, in the last second",
                        false),
                latency("Response p99", second.response()),
                latency("End-to-end p99", second.endToEnd()),
                new Fact("Failed", Formats.count(failed), "so far; what was lost is counted at the end", failed > 0),
                new Fact(
                        "Load",
                        Formats.seconds(Math.rint(second.seconds())),
                        left == 0 ? "is over" : "and about " + Formats.seconds(left) + " to go",
                        false));
    }

    private static Fact latency(String name, Histogram nanos) {
        long n = nanos.getTotalCount();
        String value = n == 0 ? "none" : LatencyUnit.text(nanos.getValueAtPercentile(P99));
        return new Fact(name, value, "n = " + Formats.count(n) + " in the last second", false);
    }

    static double sum(TrialSecond second, Metric metric) {
        return second.samples().stream()
                .filter(sample -> sample.metric().equals(metric))
                .mapToDouble(sample -> sample.value())
                .sum();
    }
}
