package dev.assay.worker.engine;

import dev.assay.model.arrival.SplitMix;

/**
 * Draws ranks by Zipf's law: rank r of 1 to n has a share in proportion to 1/r^s. Drawn in constant time from a table by the
 * alias method (Walker, ACM TOMS 3, 1977), which is made as in Vose, "A linear algorithm for generating random numbers with
 * a given distribution", IEEE Transactions on Software Engineering 17, 1991.
 */
final class ZipfRanks {
    /** Holds the share of each column that is its own rank's; the rest is its alias's. */
    private final double[] ownShare;

    private final int[] alias;

    ZipfRanks(int count, double exponent) {
        ownShare = new double[count];
        alias = new int[count];
        double sum = 0;
        for (int i = 0; i < count; i++) {
            ownShare[i] = Math.pow(i + 1.0, -exponent);
            sum += ownShare[i];
        }
        for (int i = 0; i < count; i++) {
            ownShare[i] *= count / sum;
        }
        share();
    }

    private void share() {
        int[] small = new int[ownShare.length];
        int[] large = new int[ownShare.length];
        int smalls = 0;
        int larges = 0;
        for (int i = 0; i < ownShare.length; i++) {
            alias[i] = i;
            if (ownShare[i] < 1) {
                small[smalls++] = i;
            } else {
                large[larges++] = i;
            }
        }
        while (smalls > 0 && larges > 0) {
            int less = small[--smalls];
            int more = large[larges - 1];
            alias[less] = more;
            ownShare[more] -= 1 - ownShare[less];
            if (ownShare[more] < 1) {
                larges--;
                small[smalls++] = more;
            }
        }
    }

    /** Returns the index-th rank of a seed, less one. */
    int at(long seed, long index) {
        long bits = SplitMix.bits(seed, index);
        int column = (int) Long.remainderUnsigned(bits, ownShare.length);
        return SplitMix.uniform(~seed, index) <= ownShare[column] ? column : alias[column];
    }
}
