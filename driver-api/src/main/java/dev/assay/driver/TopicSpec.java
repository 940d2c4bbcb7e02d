package dev.assay.driver;

/** A topic to be created for one trial. */
public record TopicSpec(String name, int partitions) {
    public TopicSpec {
        if (partitions < 1) {
            throw new IllegalArgumentException(
                    "topic " + name + " needs at least one partition, but has " + partitions);
        }
    }
}
