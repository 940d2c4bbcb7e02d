package dev.assay.run.trial;

import dev.assay.model.result.ClusterHistory;
import java.util.List;
import java.util.Optional;

/** Whether the trials of a run found clusters with the same behind them: only then a difference between them is their own. */
final class ClusterComparison {
    private ClusterComparison() {}

    /** What there is to say about it, for people; empty where they did. */
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
