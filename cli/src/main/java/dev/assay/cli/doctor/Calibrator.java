package dev.assay.cli.doctor;

import dev.assay.host.HostException;
import dev.assay.host.ThisMachine;
import dev.assay.host.calibration.DirectDisk;
import dev.assay.host.calibration.DiskCalibrator;
import dev.assay.host.calibration.LoopbackCalibrator;
import dev.assay.host.calibration.WaitCalibrator;
import dev.assay.model.calibration.Calibration;
import dev.assay.model.calibration.DiskCalibration;
import dev.assay.model.calibration.DurationStatistics;
import dev.assay.model.calibration.LoopbackCalibration;
import dev.assay.model.calibration.MachineFingerprint;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Measures properties of this machine alone, one after the other, since measurements at the same time would disturb each other. */
public final class Calibrator {
    private static final Duration DISK = Duration.ofSeconds(3);
    private static final Duration LOOPBACK = Duration.ofSeconds(2);
    private static final Duration TIMERS = Duration.ofSeconds(2);
    private static final Duration HICCUPS = Duration.ofSeconds(5);

    /** Gives the length for which the engine parks when a message is due soon. */
    private static final long TIMER_NANOS = 100_000;

    private static final long HICCUP_NANOS = 1_000_000;

    private Calibrator() {}

    /**
     * Measures for about half a minute; returns empty when it was cancelled.
     *
     * @param folder an existing one on the disk that servers write to
     * @param cancelled tells whether to end at once
     * @param progress receives the name of each part that begins
     */
    public static Optional<Calibration> measure(
            Path folder, MachineFingerprint machine, BooleanSupplier cancelled, Consumer<String> progress) {
        progress.accept("disk under " + folder);
        DiskCalibration disk = disk(folder, cancelled);
        progress.accept("loopback");
        LoopbackCalibration loopback = new LoopbackCalibrator(System::nanoTime, cancelled).measure(LOOPBACK);
        WaitCalibrator waits = new WaitCalibrator(System::nanoTime, cancelled);
        progress.accept("timers");
        DurationStatistics timers = waits.overshoot(LockSupport::parkNanos, TIMER_NANOS, TIMERS);
        progress.accept("hiccups");
        DurationStatistics hiccups = waits.overshoot(LockSupport::parkNanos, HICCUP_NANOS, HICCUPS);
        return cancelled.getAsBoolean()
                ? Optional.empty()
                : Optional.of(new Calibration(
                        Calibration.VERSION,
                        Instant.now().toString(),
                        machine,
                        List.of(disk),
                        ThisMachine.disks(),
                        List.of(),
                        Optional.empty(),
                        loopback,
                        timers,
                        TIMER_NANOS,
                        hiccups));
    }

    private static DiskCalibration disk(Path folder, BooleanSupplier cancelled) {
        try (DirectDisk disk = DirectDisk.of(folder)) {
            return new DiskCalibrator(disk, System::nanoTime, cancelled).measure(DISK);
        } catch (IOException e) {
            throw new HostException(
                    "Can't create a file in " + folder + " (" + e + "). ASSAY_CACHE moves the cache to another disk.",
                    e);
        }
    }
}
