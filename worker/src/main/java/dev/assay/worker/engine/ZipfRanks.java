package dev.assay.worker.engine;

import dev.assay.model.arrival.SplitMix;

/**
 * Draws ranks by Zipf's law: rank r of 1 to n has a share in proportion to 1/r^s. Drawn in constant time from a table by the
 * alias method (Walker, ACM TOMS 3, 1977), which is made as in Vose, "A linear algorithm for generating random numbers with
 * a given distribution", IEEE Transactions on Software Engineering 17, 1991.
 */
final class ZipfRanks {
    /** Holds the share of each column that is its own rank's; the rest is its alias's. */
    private final double[] own;

    private final int[] alias;

    ZipfRanks(int count, double exponent) {
        own = new double[count];
        alias = new int[count];
        double sum = 0;
        for (int i = 0; i < count; i++) {
            own[i] = Math.pow(i + 1.0, -exponent);
            sum += own[i];
        }
        for (int i = 0; i < count; i++) {
            own[i] *= count / sum;
        }
        share();
    }

    private void share() {
        int[] small = new int[own.length];
        int[] large = new int[own.length];
        int smalls = 0;
        int larges = 0;
        for (int i = 0; i < own.length; i++) {
            alias[i] = i;
            if (own[i] < 1) {
                small[smalls++] = i;
            } else {
                large[larges++] = i;
            }
        }
        while (smalls > 0 && larges > 0) {
            int less = small[--smalls];
            int more = large[larges - 1];
            alias[less] = more;
            own[more] -= 1 - own[less];
            if (own[more] < 1) {
                larges--;
                small[smalls++] = more;
            }
        }
    }

    /** Returns the index-th rank of a seed, less one. */
    int at(long seed, long index) {
        long bits = SplitMix.bits(seed, index);
        int column = (int) Long.remainderUnsigned(bits, own.length);
        return SplitMix.uniform(~seed, index) <= own[column] ? column : alias[column];
    }
}
