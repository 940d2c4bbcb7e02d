package dev.assay.core.result;

/**
 * How the wait after the load ended.
 *
 * @param complete whether every message had its outcome and every acknowledged one arrived everywhere
 * @param longestNanos how long it would have been waited for at most; negative where none of this was recorded
 */
public record DrainRecord(boolean complete, long longestNanos) {
    /** Nothing is known. */
    public static final DrainRecord UNKNOWN = new DrainRecord(false, -1);

    /** Whether it was recorded. */
    public boolean known() {
        return longestNanos >= 0;
    }
}
