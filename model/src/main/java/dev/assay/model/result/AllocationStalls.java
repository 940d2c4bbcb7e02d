package dev.assay.model.result;

/**
 * Counts waits of threads for memory that a concurrent collector had not freed yet. They are no pauses: each stops one
 * thread only.
 *
 * @param count waits that ended
 * @param totalNanos the sum of all, over all threads
 */
public record AllocationStalls(long count, long totalNanos, long longestNanos) {
    /** Says that no thread waited, or that the collector is none whose threads wait. */
    public static final AllocationStalls NONE = new AllocationStalls(0, 0, 0);

    public AllocationStalls {
        if (count < 0 || longestNanos < 0 || longestNanos > totalNanos) {
            throw new IllegalArgumentException("there can't be " + count + " allocation stalls of " + totalNanos
                    + " ns, the longest of " + longestNanos + " ns");
        }
    }

    public AllocationStalls plus(long nanos) {
        return new AllocationStalls(count + 1, totalNanos + nanos, Math.max(longestNanos, nanos));
    }
}
