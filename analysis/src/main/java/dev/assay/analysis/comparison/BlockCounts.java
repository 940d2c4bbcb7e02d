package dev.assay.analysis.comparison;

import dev.assay.model.result.Comparability;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What came of the blocks of a comparison; of runs that were not interleaved, of the trials of the side of which fewer have values.
 *
 * @param planned how many there were to be
 * @param values of how many both sides have a value that counts
 * @param known of how many it is known which side is the greater: both have a value, or one side alone failed
 * @param failedBaseline in how many the baseline failed
 * @param failedCandidate in how many the candidate did
 * @param failedBoth in how many both did, which says nothing of the ratio
 * @param causes why trials failed, for people
 */
public record BlockCounts(
        int planned,
        int values,
        int known,
        int failedBaseline,
        int failedCandidate,
        int failedBoth,
        SortedSet<String> causes) {
    public BlockCounts {
        causes = Collections.unmodifiableSortedSet(new TreeSet<>(causes));
    }

    /** Whether so many have values on both sides that something may be called good. */
    public boolean enoughValues() {
        return Comparability.enough(values, planned);
    }

    /** Whether of so many is known which side is the greater that a word may be said of that. */
    public boolean enoughKnown() {
        return Comparability.enough(known, planned);
    }

    /** Whether the candidate alone failed, in half of the blocks or more, and in so many that a ratio would have been given. */
    public boolean onlyCandidateFails() {
        return failedBaseline == 0 && failedCandidate >= RatioEstimate.MIN_BLOCKS && 2 * failedCandidate >= planned;
    }
}
