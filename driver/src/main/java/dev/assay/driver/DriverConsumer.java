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

    /**
     * Whether the listener has been given everything before the ends of its partitions. Each call asks the system itself where they
     * end: that nothing comes for a while is no end. Asked of the only consumer of a subscription once it holds every partition,
     * by one thread; it may take seconds.
     *
     * @throws DriverException when the end of a partition can't be had, as where it has no leader or its server does not answer; it
     *     may be asked again
     */
    default boolean atEnd() throws DriverException {
        throw new DriverException("this driver can't tell where partitions end");
    }

    /** Stops taking messages without leaving the subscription. */
    void pause();

    /** Takes messages again. */
    void resume();

    /** Stops delivering and leaves the subscription; when it returns, the listener is not called any more. */
    @Override
    void close() throws DriverException;
}
