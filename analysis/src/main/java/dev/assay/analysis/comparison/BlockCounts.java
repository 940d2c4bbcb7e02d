package dev.assay.analysis.comparison;

import dev.assay.model.result.Comparability;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Counts the blocks of a comparison; for runs that were not interleaved, the trials of the side with fewer values.
 *
 * @param planned the number of blocks planned
 * @param values blocks in which both sides have a value that counts
 * @param known blocks in which it is known which side is greater: both have a value, or one side alone failed
 * @param failedBaseline blocks in which the baseline failed
 * @param failedCandidate blocks in which the candidate failed
 * @param failedBoth blocks in which both failed, which says nothing about the ratio
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

    /** Tells whether enough blocks have values on both sides for a favourable conclusion. */
    public boolean enoughValues() {
        return Comparability.enough(values, planned);
    }

    public boolean enoughKnown() {
        return Comparability.enough(known, planned);
    }

    /** Tells whether the candidate alone failed, in at least half of the blocks and in as many as a ratio needs. */
    public boolean onlyCandidateFails() {
        return failedBaseline == 0 && failedCandidate >= RatioEstimate.MIN_BLOCKS && 2 * failedCandidate >= planned;
    }
}
