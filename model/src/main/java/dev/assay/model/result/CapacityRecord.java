package dev.assay.model.result;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * @param label of what was searched, such as {@code memory-partitions=6}
 * @param repetition 1-based number of the block of searches that it belongs to
 * @param dimensions values that tell it from other searches of the run, by scenario path
 * @param fromPerSecond the lowest rate that was to be offered
 * @param toPerSecond the highest
 * @param precision how far the bounds may lie apart, by the upper
 * @param objectives what a rate has to meet, for people
 * @param reason why it was stopped, for people; empty otherwise
 * @param lowerPerSecond the rate that was confirmed; empty for none
 * @param upperPerSecond the lowest rate above it, or of all where none was confirmed, at which a long trial missed the
 *     objectives; empty for none
 * @param ceilingPerSecond the rate that the harness itself reaches; 0 where it is not known
 * @param trials in the order in which they were run
 */
public record CapacityRecord(
        String label,
        int repetition,
        Map<String, String> dimensions,
        double fromPerSecond,
        double toPerSecond,
        double precision,
        List<String> objectives,
        State state,
        String reason,
        Optional<Double> lowerPerSecond,
        Optional<Double> upperPerSecond,
        double ceilingPerSecond,
        List<CapacityTrial> trials) {
    public static final String NO_LIMIT = "not looked for";

    /** From this fraction of the harness's ceiling on, a capacity is called the harness's own. */
    private static final double OF_CEILING = 0.8;

    public enum State {
        UNDER_WAY,
        /** A rate is confirmed, and one not far above it was missed. */
        FOUND,
        BELOW_RANGE,
        ABOVE_RANGE,
        /** The search was abandoned, as its trials showed nothing. */
        STOPPED
    }

    public CapacityRecord {
        dimensions = Collections.unmodifiableMap(new LinkedHashMap<>(dimensions));
        objectives = List.copyOf(objectives);
        trials = List.copyOf(trials);
    }

    /** Counts the trials in a row that passed at the lower bound after it was chosen; 0 where it was not confirmed. */
    public int confirmations() {
        int passes = 0;
        for (CapacityTrial trial : trials) {
            if (trial.purpose() == CapacityTrial.Purpose.CONFIRM) {
                passes = trial.outcome() == CapacityTrial.Outcome.GOOD ? passes + 1 : 0;
            }
        }
        return lowerPerSecond.isEmpty() ? 0 : passes;
    }

    /**
     * Returns where the capacity lies, in messages per second: from the confirmed rate, which is also its centre, to the lowest
     * that was missed. An end is 0 or infinite where nothing is known of it.
     */
    public Interval range() {
        double lower = lowerPerSecond.orElse(0.0);
        boolean bounded = (state == State.FOUND && !ofHarness()) || state == State.BELOW_RANGE;
        return new Interval(
                lower, lower, bounded ? upperPerSecond.orElse(Double.POSITIVE_INFINITY) : Double.POSITIVE_INFINITY);
    }

    /** Returns the long trials that say something of their rate: those that decided, and those that confirmed. */
    public List<CapacityTrial> longTrials() {
        return trials.stream()
                .filter(trial -> trial.purpose() == CapacityTrial.Purpose.DECIDE
                        || trial.purpose() == CapacityTrial.Purpose.CONFIRM)
                .filter(trial -> trial.outcome() != CapacityTrial.Outcome.NO_EVIDENCE)
                .toList();
    }

    /** Returns how far the bounds lie apart, as a fraction of the upper; empty unless both are known. */
    public Optional<Double> width() {
        return lowerPerSecond.flatMap(lower -> upperPerSecond.map(upper -> (upper - lower) / upper));
    }

    /** Tells whether the lower bound lies so near to the harness's own ceiling that it may be the harness's. */
    public boolean ofHarness() {
        return ceilingPerSecond > 0
                && lowerPerSecond
                        .filter(lower -> lower >= OF_CEILING * ceilingPerSecond)
                        .isPresent();
    }

    /** Returns what was at its limit where the load was too much: as the trials at the upper bound, or else the last that missed, say. */
    public String limit() {
        String last = "none: no trial missed its rate";
        String atUpper = null;
        for (CapacityTrial trial : trials) {
            if (trial.outcome() == CapacityTrial.Outcome.BAD) {
                last = trial.limit();
                atUpper = upperPerSecond.equals(Optional.of(trial.ratePerSecond())) ? last : atUpper;
            }
        }
        return atUpper == null ? last : atUpper;
    }

    public List<CapacityTrial> curve() {
        return trials.stream()
                .filter(trial -> trial.purpose() == CapacityTrial.Purpose.CURVE)
                .toList();
    }
}
