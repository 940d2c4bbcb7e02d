package dev.assay.driver;

/** Takes how far a driver has come with creating topics. */
@FunctionalInterface
public interface CreationProgress {
    /**
     * So much is there by now. Called on the thread that creates, as often as the driver learns of it.
     *
     * @param created how many partitions there are
     * @param all how many there will be, of all topics together
     */
    void onPartitions(long created, long all);
}
