package dev.assay.model.calibration;

/** @param n how many times it was measured */
public record DurationStatistics(long n, long p50Nanos, long p99Nanos, long maxNanos) {
    public DurationStatistics {
        if (n < 1 || p50Nanos < 0 || p99Nanos < p50Nanos || maxNanos < p99Nanos) {
            throw new IllegalArgumentException("expected at least one duration, with p50 <= p99 <= max, but found n = "
                    + n + ", p50 " + p50Nanos + " ns, p99 " + p99Nanos + " ns, max " + maxNanos + " ns");
        }
    }
}
