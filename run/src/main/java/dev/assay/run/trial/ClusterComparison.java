package dev.assay.run.trial;

import dev.assay.model.result.ClusterHistory;
import java.util.List;
import java.util.Optional;

/** Compares the clusters' histories in a run's trials: only with equal histories are differences between trials the trials' own. */
final class ClusterComparison {
    private ClusterComparison() {}

    /** Describes how they differ, for people; empty where they don't. */
    static Optional<String> finding(List<ClusterHistory> histories) {
        long unused = histories.stream().filter(ClusterHistory::unused).count();
        int max = histories.stream()
                .mapToInt(history -> history.earlierTrials().size())
                .max()
                .orElse(0);
        return max == 0
                ? Optional.empty()
                : Optional.of(
                        "clusters differ: %d of %d trials started on a cluster that this run had not used before, the others on one that had already run up to %d of its trials, so differences between trials may come from the clusters"
                                .formatted(unused, histories.size(), max));
    }
}
