package dev.assay.analysis.quality;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * @param samplesAbove how many samples lie above it, those of unknown latency included; NaN for a value that is no percentile
 * @param events the number of separate events that these samples come from; empty where it was not counted
 * @param bound whether the value is a lower bound, because the samples at its rank have no known latency
 * @param flaws what speaks against it
 */
public record Quality(double samplesAbove, OptionalDouble events, boolean bound, List<Flaw> flaws) {
    /** A percentile needs so many samples above it. */
    public static final int MIN_SAMPLES_ABOVE = 10;

    private static final double ROUNDING = 1e-6;

    public enum Kind {
        FEW_SAMPLES(false),
        FEW_EVENTS(false),
        /** Means that pauses of the workers alone would cause a wait of that size at this percentile. */
        PAUSES(true),
        COLLECTIONS(true),
        SCHEDULE_LAG(true),
        CLOCKS(true);

        private final boolean disturbs;

        Kind(boolean disturbs) {
            this.disturbs = disturbs;
        }

        /** Returns the name in files, such as {@code few-events}. */
        public String tag() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /**
     * @param who the worker concerned; empty where that does not matter
     * @param nanos how much of the value it can be; 0 where that does not matter
     */
    public record Flaw(Kind kind, String who, long nanos) {
        static Flaw of(Kind kind) {
            return new Flaw(kind, "", 0);
        }
    }

    public Quality {
        flaws = List.copyOf(flaws);
    }

    public static Quality ofSamplesAbove(double samplesAbove) {
        return new Quality(samplesAbove, OptionalDouble.empty(), false, support(samplesAbove));
    }

    public static Quality clear() {
        return new Quality(Double.NaN, OptionalDouble.empty(), false, List.of());
    }

    static List<Flaw> support(double samplesAbove) {
        return samplesAbove >= MIN_SAMPLES_ABOVE - ROUNDING ? List.of() : List.of(Flaw.of(Kind.FEW_SAMPLES));
    }

    public boolean supported() {
        return flaws.stream().noneMatch(flaw -> flaw.kind() == Kind.FEW_SAMPLES);
    }

    /** Tells whether something other than the system under test shaped the value. */
    public boolean disturbed() {
        return flaws.stream().anyMatch(flaw -> flaw.kind().disturbs);
    }

    /**
     * Returns the value without what the harness can have added: pauses and late sending, which overlap, and an error of the clocks.
     *
     * @param nanos the value
     */
    public double least(double nanos) {
        double added = Math.max(Math.max(largest(Kind.PAUSES), largest(Kind.COLLECTIONS)), largest(Kind.SCHEDULE_LAG));
        return Math.max(0, nanos - added - largest(Kind.CLOCKS));
    }

    /**
     * Returns the value with what an error of the clocks can have hidden.
     *
     * @param nanos the value
     */
    public double most(double nanos) {
        return nanos + largest(Kind.CLOCKS);
    }

    private double largest(Kind kind) {
        return flaws.stream()
                .filter(flaw -> flaw.kind() == kind)
                .mapToLong(Flaw::nanos)
                .max()
                .orElse(0);
    }

    /** Returns the names of the flaws, and {@code bound} for a lower bound, separated by spaces; empty for nothing. */
    public String tags() {
        return Stream.concat(
                        flaws.stream().map(flaw -> flaw.kind().tag()).distinct(),
                        bound ? Stream.of("bound") : Stream.empty())
                .collect(Collectors.joining(" "));
    }

    /** Returns the flaws that disturbed the value, the largest first. */
    public List<Flaw> disturbances() {
        return flaws.stream()
                .filter(flaw -> flaw.kind().disturbs)
                .sorted(Comparator.comparingLong(Flaw::nanos).reversed())
                .toList();
    }
}
