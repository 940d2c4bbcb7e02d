package dev.assay.model.result;

import java.util.List;
import java.util.Optional;

/**
 * Holds what had happened on a cluster before a trial began on it.
 *
 * @param ageSeconds since it was ready; negative where that is not known, as of a cluster that others run
 * @param earlierTrials folders of the trials that this run had measured on it before, in order
 * @param sinceDeletionSeconds since the topics of the last of them were deleted; negative where there was none, or where
 *     that is not known
 * @param warmUp what it was loaded with before the first of them; empty where with nothing
 */
public record ClusterHistory(
        double ageSeconds, List<String> earlierTrials, double sinceDeletionSeconds, Optional<WarmUp> warmUp) {
    /**
     * Describes a load that belonged to no trial.
     *
     * @param perSecond messages offered per second, all topics together
     * @param seconds how long
     */
    public record WarmUp(double perSecond, double seconds) {}

    public static final ClusterHistory UNKNOWN = new ClusterHistory(-1, List.of());

    public ClusterHistory {
        earlierTrials = List.copyOf(earlierTrials);
    }

    /** Creates the history of a cluster on which nothing is known to have been deleted. */
    public ClusterHistory(double ageSeconds, List<String> earlierTrials) {
        this(ageSeconds, earlierTrials, -1, Optional.empty());
    }

    /** Tells whether this run had measured nothing on it before. */
    public boolean unused() {
        return earlierTrials.isEmpty();
    }

    public boolean known() {
        return ageSeconds >= 0;
    }
}
