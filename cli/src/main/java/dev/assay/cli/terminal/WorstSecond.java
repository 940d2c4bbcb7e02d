package dev.assay.cli.terminal;

import dev.assay.cli.terminal.Progress.LoadLine;
import dev.assay.core.result.LatencyMetric;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The lowest rate and the longest latency of some seconds of the load. */
final class WorstSecond {
    private int seconds;
    private double lowestPerSecond = Double.NaN;
    private double longestNanos = Double.NaN;
    private @Nullable LoadLine last;

    /** A rate or a latency that is not known says nothing. */
    void add(LoadLine line) {
        seconds++;
        lowestPerSecond = least(lowestPerSecond, line.perSecond());
        longestNanos = -least(-longestNanos, -line.responseP99Nanos());
        last = line;
    }

    private static double least(double known, double other) {
        return Double.isNaN(known) ? other : Double.isNaN(other) ? known : Math.min(known, other);
    }

    /** The latest second; empty where there is none. */
    Optional<LoadLine> last() {
        return Optional.ofNullable(last);
    }

    /** For the end of a line; empty where the line shows the only second. */
    String text() {
        return seconds < 2
                ? ""
                : "  (worst of %d s: %s, %s p99 %s)"
                        .formatted(
                                seconds,
                                StatusFormats.rate(lowestPerSecond),
                                LatencyMetric.RESPONSE.title(),
                                StatusFormats.latency(longestNanos));
    }

    void clear() {
        seconds = 0;
        lowestPerSecond = Double.NaN;
        longestNanos = Double.NaN;
        last = null;
    }
}
