package dev.assay.host.calibration;

import dev.assay.host.HostException;
import dev.assay.model.calibration.DiskCalibration;
import dev.assay.model.calibration.DurationStatistics;
import dev.assay.model.calibration.SyncCalibration;
import dev.assay.model.calibration.TransferRate;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Measures a disk: sequential writes and reads in blocks of 1 MiB past the page cache, as {@code dd bs=1M oflag=direct} makes them, then
 * syncs after small and after large appended writes. It takes at most a tenth of what is free on the file system.
 */
public final class DiskCalibrator {
    /** Blocks are as large as dd's in published values. */
    static final int BLOCK_BYTES = 1 << 20;

    static final int SMALL_BYTES = 4 << 10;

    private static final double NANOS_PER_SECOND = 1e9;
    private static final long MAX_BYTES = 8L << 30;
    private static final int SHARE_OF_FREE = 10;
    private static final long MIN_BYTES = 256L << 20;
    private static final int PARTS = 4;

    private final DiskAccess disk;
    private final LongSupplier nanoTime;
    private final BooleanSupplier cancelled;

    /** @param cancelled whether it is to end at once */
    public DiskCalibrator(DiskAccess disk, LongSupplier nanoTime, BooleanSupplier cancelled) {
        this.disk = disk;
        this.nanoTime = nanoTime;
        this.cancelled = cancelled;
    }

    private interface Action {
        void run() throws IOException;
    }

    /**
     * Measures the disk, as far as it is not cancelled.
     *
     * @param each how long each of the four measurements lasts, unless it has written its share before
     * @throws HostException when too little is free, or the disk fails
     */
    public DiskCalibration measure(Duration each) {
        try {
            long share = share();
            return statistics(each.toNanos(), share / PARTS);
        } catch (IOException e) {
            throw new HostException(
                    "The disk under " + disk.folder() + " could not be measured (" + e
                            + "). ASSAY_CACHE moves the cache to another disk.",
                    e);
        }
    }

    private long share() throws IOException {
        long free = disk.freeBytes();
        long share = Math.min(MAX_BYTES, free / SHARE_OF_FREE);
        if (share < MIN_BYTES) {
            throw new HostException(
                    "%s has %d MiB free. Calibration writes at most a tenth of what is free, and needs %d MiB for that. Free %d MiB, or move the cache to another disk with ASSAY_CACHE."
                            .formatted(
                                    disk.folder(),
                                    free >> 20,
                                    MIN_BYTES >> 20,
                                    (MIN_BYTES * SHARE_OF_FREE - free + (1 << 20) - 1) >> 20),
                    null);
        }
        return share;
    }

    /** Writes half of the share past the page cache, appends a quarter in large writes, and no more in small ones. */
    private DiskCalibration statistics(long nanos, long part) throws IOException {
        TransferRate write = null;
        TransferRate read = null;
        Optional<String> refusal = disk.refusesDirect();
        if (refusal.isEmpty()) {
            write = transfer(nanos, 2 * part / BLOCK_BYTES, () -> disk.write(BLOCK_BYTES));
            read = transfer(nanos, write.n(), () -> disk.read(BLOCK_BYTES));
        }
        return new DiskCalibration(
                disk.folder(),
                disk.fileSystem(),
                Optional.ofNullable(write),
                Optional.ofNullable(read),
                syncs(nanos, part, SMALL_BYTES),
                syncs(nanos, part, BLOCK_BYTES),
                refusal.orElse(""));
    }

    private TransferRate transfer(long nanos, long max, Action one) throws IOException {
        long start = nanoTime.getAsLong();
        long now = start;
        long blocks = 0;
        while (blocks == 0 || (blocks < max && now - start < nanos && !cancelled.getAsBoolean())) {
            one.run();
            blocks++;
            now = nanoTime.getAsLong();
        }
        return new TransferRate(
                blocks * (double) BLOCK_BYTES / (Math.max(1, now - start) / NANOS_PER_SECOND), BLOCK_BYTES, blocks);
    }

    private SyncCalibration syncs(long nanos, long maxBytes, int bytes) throws IOException {
        Durations durations = new Durations();
        long start = nanoTime.getAsLong();
        long now = start;
        long count = 0;
        while (count == 0 || ((count + 1) * bytes <= maxBytes && now - start < nanos && !cancelled.getAsBoolean())) {
            disk.append(bytes);
            long called = nanoTime.getAsLong();
            disk.sync();
            now = nanoTime.getAsLong();
            durations.add(now - called);
            count++;
        }
        DurationStatistics statistics = durations.statistics();
        return new SyncCalibration(bytes, count / (Math.max(1, now - start) / NANOS_PER_SECOND), statistics);
    }
}
