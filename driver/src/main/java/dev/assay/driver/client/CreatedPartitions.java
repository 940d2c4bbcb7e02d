package dev.assay.driver.client;

import dev.assay.driver.CreationProgress;
import dev.assay.driver.TopicSpec;
import java.util.Collection;

/** Counts partitions while a driver creates them in batches, and reports after each batch how many there are. */
public final class CreatedPartitions {
    private final CreationProgress progress;
    private final long all;
    private long created;

    public CreatedPartitions(Collection<TopicSpec> topics, CreationProgress progress) {
        this.progress = progress;
        all = topics.stream().mapToLong(TopicSpec::partitions).sum();
    }

    public void add(long partitions) {
        created += partitions;
        progress.onPartitions(created, all);
    }
}
