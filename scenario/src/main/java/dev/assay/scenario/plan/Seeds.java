package dev.assay.scenario.plan;

import dev.assay.model.arrival.SplitMix;

/** Derives seeds from seeds and names; the results are the same on every Java version. */
final class Seeds {
    private Seeds() {}

    /** Returns a seed that depends on all bits of {@code seed} and {@code number}. */
    static long derive(long seed, long number) {
        return SplitMix.mix(SplitMix.mix(seed) ^ number);
    }

    /** Returns the 64-bit FNV-1a hash of the text's UTF-16 units (Fowler, Noll and Vo), for seeds from names. */
    static long hash(String text) {
        long hash = 0xCBF29CE484222325L;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * 0x100000001B3L;
        }
        return hash;
    }

    /** Returns the index-th number of a seed, from 0 to {@code bound - 1}; the remainder's bias is below {@code bound / 2^63}. */
    static int below(int bound, long seed, long index) {
        return (int) ((SplitMix.bits(seed, index) >>> 1) % bound);
    }
}
