package dev.assay.report.text;

import dev.assay.model.result.ClusterHistory;
import java.util.List;
import java.util.Optional;

/** What a cluster had behind it, in words. */
public final class ClusterText {
    /** More than these make a text that nobody reads; the record has all. */
    private static final int LISTED = 3;

    private ClusterText() {}

    /** How old it was and which trials it had had; empty where nothing is known. */
    public static Optional<String> of(ClusterHistory cluster) {
        if (!cluster.known() && cluster.earlierTrials().isEmpty()) {
            return Optional.empty();
        }
        String age = cluster.known() ? "ready for " + Formats.seconds(cluster.ageSeconds()) : "of unknown age";
        String load = cluster.warmUp().map(ClusterText::warmUp).orElse("");
        return Optional.of(age + load + "; " + before(cluster.earlierTrials()) + deletion(cluster));
    }

    private static String warmUp(ClusterHistory.WarmUp load) {
        return ", warmed up by %,.0f msg/s for %s".formatted(load.perSecond(), Formats.seconds(load.seconds()));
    }

    private static String deletion(ClusterHistory cluster) {
        return cluster.sinceDeletionSeconds() < 0
                ? ""
                : "; topics deleted " + Formats.seconds(cluster.sinceDeletionSeconds()) + " before";
    }

    private static String before(List<String> trials) {
        if (trials.isEmpty()) {
            return "this run measured nothing on it before";
        }
        return trials.size() <= LISTED
                ? "measured on it before: " + String.join(", ", trials)
                : Formats.counted(trials.size(), "trial") + " of this run measured on it before, the last of them "
                        + trials.getLast();
    }
}
