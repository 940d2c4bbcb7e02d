package dev.assay.scenario.study;

import java.util.Arrays;
import java.util.Optional;

/** Names properties of machines that a study reports and a calibration measures here. */
public enum MachineMetric {
    /** Measures sequential writes that bypass the page cache. */
    DISK_WRITE("disk.write", "MB/s"),
    /** Measures sequential reads that bypass the page cache. */
    DISK_READ("disk.read", "MB/s"),
    /** Gives the median time of a sync after a small appended write. */
    SYNC_P50("fdatasync.p50", "ms"),
    /** Gives the 99th percentile of the time of such a sync. */
    SYNC_P99("fdatasync.p99", "ms");

    private final String text;
    private final String unit;

    MachineMetric(String text, String unit) {
        this.text = text;
        this.unit = unit;
    }

    /** Returns the metric with that name in a study file; empty where there is none. */
    public static Optional<MachineMetric> of(String text) {
        return Arrays.stream(values())
                .filter(metric -> metric.text.equals(text))
                .findFirst();
    }

    /** Returns MB/s, in units of 10^6 bytes, or ms. */
    public String unit() {
        return unit;
    }

    @Override
    public String toString() {
        return text;
    }
}
