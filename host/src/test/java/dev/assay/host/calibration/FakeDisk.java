package dev.assay.host.calibration;

import java.util.Optional;

/** Takes known times on a clock of its own, and counts what was written to it. */
final class FakeDisk implements DiskAccess {
    long free = 100L << 30;
    Optional<String> refusal = Optional.empty();
    long nanosPerBlock = 10_000_000;
    long syncNanos = 2_000_000;
    /** One of so many syncs takes ten times as long; 0 for none. */
    int slowEvery = 0;

    long now;
    long written;
    long appended;
    private int syncs;

    @Override
    public String folder() {
        return "/data";
    }

    @Override
    public String fileSystem() {
        return "ext4 on /dev/vda1";
    }

    @Override
    public long freeBytes() {
        return free;
    }

    @Override
    public Optional<String> refusesDirect() {
        return refusal;
    }

    @Override
    public void write(int bytes) {
        written += bytes;
        now += nanosPerBlock;
    }

    @Override
    public void read(int bytes) {
        now += nanosPerBlock / 2;
    }

    @Override
    public void append(int bytes) {
        appended += bytes;
        now += 500_000;
    }

    @Override
    public void sync() {
        syncs++;
        now += slowEvery > 0 && syncs % slowEvery == 0 ? 10 * syncNanos : syncNanos;
    }

    @Override
    public void close() {}
}
