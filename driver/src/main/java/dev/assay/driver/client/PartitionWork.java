package dev.assay.driver.client;

import dev.assay.driver.TopicSpec;
import java.util.Collection;
import java.util.stream.Collectors;

/** Limits work that grows with the partitions of topics, and names the topics that are left. */
public final class PartitionWork {
    private static final long MIN_SECONDS = 90;
    private static final long MILLIS_EACH = 100;
    private static final int MAX_NAMED = 5;

    private PartitionWork() {}

    /**
     * Returns how long a system may take to create or delete these topics, in seconds. The coordinator's own limit is stricter,
     * unless the scenario gives more with {@code timing.prepare}.
     */
    public static long limitSeconds(Collection<TopicSpec> topics) {
        long partitions = topics.stream().mapToLong(TopicSpec::partitions).sum();
        return MIN_SECONDS + partitions * MILLIS_EACH / 1000;
    }

    /** @param all how many there were to be deleted */
    public static String left(Collection<TopicSpec> remaining, int all) {
        long partitions = remaining.stream().mapToLong(TopicSpec::partitions).sum();
        String names = remaining.stream().limit(MAX_NAMED).map(TopicSpec::name).collect(Collectors.joining(", "));
        return "%d of %d topics are left, with %d partitions: %s%s"
                .formatted(remaining.size(), all, partitions, names, remaining.size() > MAX_NAMED ? ", ..." : "");
    }
}
