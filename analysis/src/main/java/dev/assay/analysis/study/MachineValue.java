package dev.assay.analysis.study;

import dev.assay.model.calibration.Calibration;
import dev.assay.model.calibration.DiskCalibration;
import dev.assay.model.calibration.DurationStatistics;
import dev.assay.model.calibration.TransferRate;
import dev.assay.scenario.study.MachineMetric;
import java.util.Optional;

/**
 * @param value in the unit of the metric
 * @param n writes, reads or syncs behind it
 */
record MachineValue(double value, long n) {
    private static final double BYTES_PER_MEGABYTE = 1e6;
    private static final double NANOS_PER_MILLI = 1e6;

    /** Returns a metric of a machine; empty where its calibration does not have it. */
    static Optional<MachineValue> of(MachineMetric metric, Calibration calibration) {
        return calibration.disk().flatMap(disk -> of(metric, disk));
    }

    private static Optional<MachineValue> of(MachineMetric metric, DiskCalibration disk) {
        DurationStatistics syncs = disk.small().sync();
        return switch (metric) {
            case DISK_WRITE -> disk.write().map(MachineValue::megabytes);
            case DISK_READ -> disk.read().map(MachineValue::megabytes);
            case SYNC_P50 -> Optional.of(new MachineValue(syncs.p50Nanos() / NANOS_PER_MILLI, syncs.n()));
            case SYNC_P99 -> Optional.of(new MachineValue(syncs.p99Nanos() / NANOS_PER_MILLI, syncs.n()));
        };
    }

    private static MachineValue megabytes(TransferRate transfer) {
        return new MachineValue(transfer.bytesPerSecond() / BYTES_PER_MEGABYTE, transfer.n());
    }
}
