package dev.assay.core.plan;

/**
 * Seeds derived from seeds. The mixing function is the finalizer of SplitMix64 (Steele, Lea and Flood, "Fast splittable
 * pseudorandom number generators", OOPSLA 2014), written out because plans must stay the same on every Java version.
 */
final class SplitMix {
    private static final long GAMMA = 0x9E3779B97F4A7C15L;

    private long state;

    SplitMix(long seed) {
        this.state = seed;
    }

    /** The next 64 bits. */
    long next() {
        state += GAMMA;
        return mix(state);
    }

    /** A number from 0 to {@code bound - 1}; the bias of the remainder is below {@code bound / 2^63}. */
    int below(int bound) {
        return (int) ((next() >>> 1) % bound);
    }

    /** A seed that depends on all of a seed and a further number. */
    static long derive(long seed, long number) {
        return mix(mix(seed + GAMMA) ^ (number * GAMMA + 1));
    }

    /** The 64-bit FNV-1a hash of the text's UTF-16 units (Fowler, Noll and Vo), for seeds from names. */
    static long hash(String text) {
        long hash = 0xCBF29CE484222325L;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * 0x100000001B3L;
        }
        return hash;
    }

    private static long mix(long bits) {
        long z = (bits ^ (bits >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
