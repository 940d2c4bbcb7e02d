package dev.assay.core.result;

import java.util.List;

/**
 * What a cluster had behind it when a trial began on it.
 *
 * @param ageSeconds since it was ready; negative where that is not known, as of a cluster of others
 * @param earlierTrials folders of the trials that this run had measured on it before, in order
 */
public record ClusterHistory(double ageSeconds, List<String> earlierTrials) {
    /** Nothing is known. */
    public static final ClusterHistory UNKNOWN = new ClusterHistory(-1, List.of());

    public ClusterHistory {
        earlierTrials = List.copyOf(earlierTrials);
    }

    /** Whether the age is known. */
    public boolean known() {
        return ageSeconds >= 0;
    }
}
