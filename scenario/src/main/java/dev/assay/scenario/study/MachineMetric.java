package dev.assay.scenario.study;

import java.util.Arrays;
import java.util.Optional;

/** What a study says of its machines, and a calibration finds of this one. */
public enum MachineMetric {
    /** Sequential writes past the page cache. */
    DISK_WRITE("disk.write", "MB/s"),
    /** Sequential reads past the page cache. */
    DISK_READ("disk.read", "MB/s"),
    /** Half of the syncs after small appended writes take no longer. */
    SYNC_P50("fdatasync.p50", "ms"),
    /** 99 of 100 of them take no longer. */
    SYNC_P99("fdatasync.p99", "ms");

    private final String text;
    private final String unit;

    MachineMetric(String text, String unit) {
        this.text = text;
        this.unit = unit;
    }

    /** The one of that name in a study file; empty where there is none. */
    public static Optional<MachineMetric> of(String text) {
        return Arrays.stream(values())
                .filter(metric -> metric.text.equals(text))
                .findFirst();
    }

    /** Its unit: MB/s, in units of 10^6 bytes, or ms. */
    public String unit() {
        return unit;
    }

    /** As study files name it. */
    @Override
    public String toString() {
        return text;
    }
}
