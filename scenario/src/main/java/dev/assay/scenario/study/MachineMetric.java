package dev.assay.scenario.study;

import dev.assay.model.calibration.Calibration;
import dev.assay.model.calibration.DiskCalibration;
import dev.assay.model.calibration.DurationStatistics;
import dev.assay.model.calibration.TransferRate;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;

/** What a study says of its machines and a calibration finds of this one, of the disk that servers write to. */
public enum MachineMetric {
    /** Sequential writes past the page cache. */
    DISK_WRITE("disk.write", "MB/s", disk -> disk.write().map(MachineMetric::megabytes)),
    /** Sequential reads past the page cache. */
    DISK_READ("disk.read", "MB/s", disk -> disk.read().map(MachineMetric::megabytes)),
    /** Half of the syncs after small appended writes take no longer. */
    SYNC_P50(
            "fdatasync.p50",
            "ms",
            disk -> Optional.of(millis(disk.small().sync(), disk.small().sync().p50Nanos()))),
    /** 99 of 100 of them take no longer. */
    SYNC_P99(
            "fdatasync.p99",
            "ms",
            disk -> Optional.of(millis(disk.small().sync(), disk.small().sync().p99Nanos())));

    private static final double BYTES_PER_MEGABYTE = 1e6;
    private static final double NANOS_PER_MILLI = 1e6;

    private final String text;
    private final String unit;

    @SuppressWarnings("ImmutableEnumChecker") // Each is a function without a state.
    private final Function<DiskCalibration, Optional<Measured>> measured;

    /**
     * A value of this machine.
     *
     * @param value in the unit of the value
     * @param n writes, reads or syncs behind it
     */
    public record Measured(double value, long n) {}

    MachineMetric(String text, String unit, Function<DiskCalibration, Optional<Measured>> measured) {
        this.text = text;
        this.unit = unit;
        this.measured = measured;
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

    /** What a machine does; empty where its calibration does not have it. */
    public Optional<Measured> of(Calibration calibration) {
        return calibration.disk().flatMap(measured);
    }

    private static Measured megabytes(TransferRate transfer) {
        return new Measured(transfer.bytesPerSecond() / BYTES_PER_MEGABYTE, transfer.n());
    }

    private static Measured millis(DurationStatistics syncs, long nanos) {
        return new Measured(nanos / NANOS_PER_MILLI, syncs.n());
    }

    /** As study files name it. */
    @Override
    public String toString() {
        return text;
    }
}
