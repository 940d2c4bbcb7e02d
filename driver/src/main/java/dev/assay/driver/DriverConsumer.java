package dev.assay.driver;

/** Receives the messages of one topic for one subscription. */
public interface DriverConsumer extends AutoCloseable {
    /**
     * Partitions that this consumer holds by now. All consumers of a subscription are ready when they hold each partition
     * once ({@link #sharesPartitions()} false), or each holds them all (true).
     */
    int assignedPartitions();

    /** Whether consumers of one subscription take messages from the same partitions. */
    default boolean sharesPartitions() {
        return false;
    }

    /** Stops taking messages without leaving the subscription. */
    void pause();

    /** Takes messages again. */
    void resume();

    /** Stops delivering and leaves the subscription; when it returns, the listener is not called any more. */
    @Override
    void close() throws DriverException;
}
