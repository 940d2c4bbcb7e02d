package dev.assay.cli.calibrate;

import dev.assay.host.HostException;
import dev.assay.host.ThisMachine;
import dev.assay.host.calibration.DirectDisk;
import dev.assay.host.calibration.DiskCalibrator;
import dev.assay.host.calibration.LoopbackCalibrator;
import dev.assay.host.calibration.WaitCalibrator;
import dev.assay.model.calibration.Calibration;
import dev.assay.model.calibration.DiskCalibration;
import dev.assay.model.calibration.DurationStatistics;
import dev.assay.model.calibration.HarnessCeiling;
import dev.assay.model.calibration.HarnessFloor;
import dev.assay.model.calibration.LoopbackCalibration;
import dev.assay.model.calibration.MachineFingerprint;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Measures one thing after the other, since together they would measure each other. */
public final class Calibrator {
    /** What the engine parks for where a message is due soon. */
    private static final long TIMER_NANOS = 100_000;

    private static final long HICCUP_NANOS = 1_000_000;
    private static final List<Integer> SUBSCRIPTIONS = List.of(1, 10);

    private final boolean quick;
    private final List<Path> folders;
    private final MachineFingerprint machine;
    private final HarnessMeasurement harness;
    private final BooleanSupplier cancelled;
    private final Consumer<String> progress;

    /**
     * One that has not begun.
     *
     * @param quick takes a quarter of the time
     * @param folders existing ones on the disks to be measured; the first is where servers write
     * @param cancelled whether it is to end at once
     * @param progress is told what is measured
     */
    public Calibrator(
            boolean quick,
            List<Path> folders,
            MachineFingerprint machine,
            HarnessMeasurement harness,
            BooleanSupplier cancelled,
            Consumer<String> progress) {
        this.quick = quick;
        this.folders = List.copyOf(folders);
        this.machine = machine;
        this.harness = harness;
        this.cancelled = cancelled;
        this.progress = progress;
    }

    /** The whole calibration; empty when it was cancelled. */
    public Optional<Calibration> measure(Instant now) {
        List<DiskCalibration> disks = new ArrayList<>();
        for (Path folder : folders) {
            progress.accept("disk under " + folder);
            disks.add(disk(folder));
        }
        progress.accept("loopback");
        LoopbackCalibration loopback = new LoopbackCalibrator(System::nanoTime, cancelled).measure(seconds(2, 0.5));
        WaitCalibrator waits = new WaitCalibrator(System::nanoTime, cancelled);
        progress.accept("timers");
        DurationStatistics timers = waits.overshoot(LockSupport::parkNanos, TIMER_NANOS, seconds(2, 0.5));
        progress.accept("hiccups");
        DurationStatistics hiccups = waits.overshoot(LockSupport::parkNanos, HICCUP_NANOS, seconds(5, 1));
        List<HarnessCeiling> found = new ArrayList<>();
        for (int subscriptions : SUBSCRIPTIONS) {
            progress.accept(
                    "harness with " + subscriptions + (subscriptions == 1 ? " subscription" : " subscriptions"));
            if (!cancelled.getAsBoolean()) {
                harness.ceiling(subscriptions).ifPresent(found::add);
            }
        }
        progress.accept("harness at a low rate");
        Optional<HarnessFloor> floor = cancelled.getAsBoolean() ? Optional.empty() : harness.floor();
        return cancelled.getAsBoolean()
                ? Optional.empty()
                : Optional.of(new Calibration(
                        Calibration.VERSION,
                        now.toString(),
                        quick,
                        machine,
                        disks,
                        ThisMachine.disks(),
                        found.size() < SUBSCRIPTIONS.size() ? List.of() : found,
                        floor,
                        loopback,
                        timers,
                        TIMER_NANOS,
                        hiccups));
    }

    private Duration seconds(double whole, double rough) {
        return Duration.ofMillis(Math.round(1000 * (quick ? rough : whole)));
    }

    private DiskCalibration disk(Path folder) {
        try (DirectDisk disk = DirectDisk.of(folder)) {
            return new DiskCalibrator(disk, System::nanoTime, cancelled).measure(seconds(3, 0.75));
        } catch (IOException e) {
            throw new HostException(
                    "Can't create a file in " + folder + " (" + e + "). Choose a writable folder with --data.", e);
        }
    }
}
