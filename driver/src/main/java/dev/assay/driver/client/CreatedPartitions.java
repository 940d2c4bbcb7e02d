package dev.assay.driver.client;

import dev.assay.driver.CreationProgress;
import dev.assay.driver.TopicSpec;
import java.util.Collection;

/** Counts partitions while a driver creates them in batches, and tells after each batch how many there are. */
public final class CreatedPartitions {
    private final CreationProgress progress;
    private final long all;
    private long created;

    /** None of these topics' partitions is there yet. */
    public CreatedPartitions(Collection<TopicSpec> topics, CreationProgress progress) {
        this.progress = progress;
        all = topics.stream().mapToLong(TopicSpec::partitions).sum();
    }

    /** That many more are there. */
    public void add(long partitions) {
        created += partitions;
        progress.onPartitions(created, all);
    }
}
