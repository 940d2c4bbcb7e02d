package dev.assay.driver;

@FunctionalInterface
public interface CreationProgress {
    /**
     * Is called on the thread that creates, as often as the driver learns how many partitions exist.
     *
     * @param created how many partitions there are
     * @param all how many there will be, of all topics together
     */
    void onPartitions(long created, long all);
}
