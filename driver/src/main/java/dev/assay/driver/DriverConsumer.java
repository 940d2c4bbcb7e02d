package dev.assay.driver;

/** Receives the messages of one topic for one subscription. */
public interface DriverConsumer extends AutoCloseable {
    /**
     * Returns the number of partitions that this consumer holds by now. All consumers of a subscription are ready when they hold
     * each partition once ({@link #sharesPartitions()} false), or each holds them all (true).
     */
    int assignedPartitions();

    /** Tells whether consumers of one subscription take messages from the same partitions. */
    default boolean sharesPartitions() {
        return false;
    }

    /**
     * Tells whether the listener has been given everything before the ends of its partitions. Each call asks the system itself
     * where they end: a while without messages is no end. Called for the only consumer of a subscription once it holds every
     * partition, by one thread; it may take seconds.
     *
     * @throws DriverException when the end of a partition can't be had, as where it has no leader or its server does not answer; it
     *     may be asked again
     */
    default boolean atEnd() throws DriverException {
        throw new DriverException("this driver can't tell where partitions end");
    }

    /** Stops taking messages without leaving the subscription. */
    void pause();

    void resume();

    /** Stops delivering and leaves the subscription; once it returns, the listener is no longer called. */
    @Override
    void close() throws DriverException;
}
