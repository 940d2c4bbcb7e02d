package dev.assay.model.calibration;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Holds what a machine was found to do, measured by {@code assay doctor --calibrate}, and for the harness by a run that was
 * kept.
 *
 * @param version of how things are measured; values of another one are not compared
 * @param at ISO-8601 instant
 * @param disks the first is the one that servers write to
 * @param wholeDisks how many disks the machine has; 0 where it does not tell. Series have the sum of all
 * @param ceilings with few and with many subscriptions; none where nobody measured them
 * @param floor empty where nobody measured it
 * @param timers how much longer than requested a thread was parked
 * @param timerNanos how long it was to be parked
 * @param hiccups how much longer than a millisecond a thread was parked
 */
public record Calibration(
        int version,
        String at,
        MachineFingerprint machine,
        List<DiskCalibration> disks,
        int wholeDisks,
        List<HarnessCeiling> ceilings,
        Optional<HarnessFloor> floor,
        LoopbackCalibration loopback,
        DurationStatistics timers,
        long timerNanos,
        DurationStatistics hiccups) {
    public static final int VERSION = 2;

    /** An older calibration is still used, and reported as old. */
    public static final Duration FRESH = Duration.ofDays(30);

    public Calibration {
        Instant.parse(at);
        disks = List.copyOf(disks);
        ceilings = List.copyOf(ceilings);
    }

    public Calibration with(List<HarnessCeiling> newCeilings, HarnessFloor low) {
        return new Calibration(
                version,
                at,
                machine,
                disks,
                wholeDisks,
                newCeilings,
                Optional.of(low),
                loopback,
                timers,
                timerNanos,
                hiccups);
    }

    /** Returns its age at {@code now}, never below zero. */
    public Duration age(Instant now) {
        Duration age = Duration.between(Instant.parse(at), now);
        return age.isNegative() ? Duration.ZERO : age;
    }

    public Optional<DiskCalibration> disk() {
        return disks.stream().findFirst();
    }

    /**
     * Returns the highest rate, in messages per second, that a worker can be expected to sustain with so many subscriptions. A
     * message takes the time to be sent and the time of each delivery: a straight line through the two measured ceilings, for no
     * other reason than that it is the simplest model of the cost. Empty where nothing was measured.
     *
     * @param subscriptions those that a message is delivered to; none counts as one
     */
    public Optional<Double> ceiling(int subscriptions) {
        if (ceilings.isEmpty()) {
            return Optional.empty();
        }
        HarnessCeiling few = ceilings.getFirst();
        HarnessCeiling many = ceilings.getLast();
        double first = 1 / few.acknowledgedPerSecond();
        int apart = many.subscriptions() - few.subscriptions();
        double each = apart < 1 ? 0 : Math.max(0, (1 / many.acknowledgedPerSecond() - first) / apart);
        double more = Math.max(0, subscriptions - few.subscriptions());
        return Optional.of(1 / (first + more * each));
    }
}
