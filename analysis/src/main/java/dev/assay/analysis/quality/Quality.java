package dev.assay.analysis.quality;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How far one value can be relied on.
 *
 * @param samplesAbove how many samples lie above it, those of unknown latency included; NaN for a value that is no percentile
 * @param events from how many separate events these come; empty where that was not counted
 * @param bound whether the value is a lower bound, because the samples at its rank have no known latency
 * @param flaws what speaks against it
 */
public record Quality(double samplesAbove, OptionalDouble events, boolean bound, List<Flaw> flaws) {
    /** A percentile with fewer samples above it is hearsay. */
    public static final int MIN_SAMPLES_ABOVE = 10;

    private static final double ROUNDING = 1e-6;

    /** What can speak against a value. */
    public enum Kind {
        /** Too few samples lie above it. */
        FEW_SAMPLES(false),
        /** The samples above it come from too few separate events. */
        FEW_EVENTS(false),
        /** Pauses of the workers alone put a wait of that size there. */
        PAUSES(true),
        /** The same, and garbage collection is what paused them. */
        COLLECTIONS(true),
        /** Messages were sent late by that much. */
        SCHEDULE_LAG(true),
        /** The clocks that it was taken with may differ by that much. */
        CLOCKS(true);

        private final boolean disturbs;

        Kind(boolean disturbs) {
            this.disturbs = disturbs;
        }

        /** The name in files, such as {@code few-events}. */
        public String tag() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /**
     * One thing that speaks against the value.
     *
     * @param who which worker it was; empty where that does not matter
     * @param nanos how much of the value it can be; 0 where that does not matter
     */
    public record Flaw(Kind kind, String who, long nanos) {
        /** One without a size. */
        static Flaw of(Kind kind) {
            return new Flaw(kind, "", 0);
        }
    }

    public Quality {
        flaws = List.copyOf(flaws);
    }

    /** Of a percentile of which no more is known than how many samples lie above it. */
    public static Quality ofSamplesAbove(double samplesAbove) {
        return new Quality(samplesAbove, OptionalDouble.empty(), false, support(samplesAbove));
    }

    /** Nothing is known that speaks against it. */
    public static Quality clear() {
        return new Quality(Double.NaN, OptionalDouble.empty(), false, List.of());
    }

    static List<Flaw> support(double samplesAbove) {
        return samplesAbove >= MIN_SAMPLES_ABOVE - ROUNDING ? List.of() : List.of(Flaw.of(Kind.FEW_SAMPLES));
    }

    /** Whether enough samples lie above it. */
    public boolean supported() {
        return flaws.stream().noneMatch(flaw -> flaw.kind() == Kind.FEW_SAMPLES);
    }

    /** Whether something else than the system under test shaped it. */
    public boolean disturbed() {
        return flaws.stream().anyMatch(flaw -> flaw.kind().disturbs);
    }

    /**
     * What is left of the value without what the harness can have added: pauses and late sending, which overlap, and an error of the clocks.
     *
     * @param nanos the value
     */
    public double least(double nanos) {
        double added = Math.max(Math.max(largest(Kind.PAUSES), largest(Kind.COLLECTIONS)), largest(Kind.SCHEDULE_LAG));
        return Math.max(0, nanos - added - largest(Kind.CLOCKS));
    }

    /**
     * The value with what the clocks can have hidden.
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

    /** What speaks against it by name, and {@code bound} where it is one; separated by spaces, empty for nothing. */
    public String tags() {
        return Stream.concat(
                        flaws.stream().map(flaw -> flaw.kind().tag()).distinct(),
                        bound ? Stream.of("bound") : Stream.empty())
                .collect(Collectors.joining(" "));
    }

    /** Those that disturbed it, the largest first. */
    public List<Flaw> disturbances() {
        return flaws.stream()
                .filter(flaw -> flaw.kind().disturbs)
                .sorted(Comparator.comparingLong(Flaw::nanos).reversed())
                .toList();
    }
}
