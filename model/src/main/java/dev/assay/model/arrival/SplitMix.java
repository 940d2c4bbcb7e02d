package dev.assay.model.arrival;

/**
 * Gives random numbers as a pure function of seed and index: the output function of SplitMix64 (Steele, Lea and Flood, Fast
 * Splittable Pseudorandom Number Generators, OOPSLA 2014).
 */
public final class SplitMix {
    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

    private SplitMix() {}

    public static long mix(long value) {
        long z = value + GOLDEN_GAMMA;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    public static long bits(long seed, long index) {
        return mix(seed + index * GOLDEN_GAMMA);
    }

    /** Returns the index-th uniform number of a seed, above 0 and at most 1. */
    public static double uniform(long seed, long index) {
        return ((bits(seed, index) >>> 11) + 1) * 0x1.0p-53;
    }
}
