package dev.assay.driver;

import dev.assay.model.failure.Failure;
import dev.assay.model.failure.FailureClass;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import dev.assay.model.result.SendCompression;
import dev.assay.model.spec.EffectiveConfig;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Connects one worker to the system under test, for one trial.
 *
 * <p>Methods are called from one thread at a time, but a producer or consumer may be in use on other threads meanwhile.
 * {@link #close()} closes what is still open, ends all threads of the client, and works while producers are busy. From then on
 * nothing is opened any more, and what was being opened is closed at once: both fail.
 */
public interface Driver extends AutoCloseable {
    /** Returns what the system can do, so that a scenario that asks for more is refused before anything starts. */
    Capabilities capabilities();

    /**
     * Creates topics and waits until they can be used. Fails when one of them already exists.
     *
     * @throws DriverException when a topic could not be created
     */
    void createTopics(List<TopicSpec> topics) throws DriverException;

    /**
     * Creates topics and reports how far it has come; a driver that can't tell inherits this method, which reports nothing.
     *
     * @throws DriverException when a topic could not be created
     */
    default void createTopics(List<TopicSpec> topics, CreationProgress progress) throws DriverException {
        createTopics(topics);
    }

    /**
     * Returns which of these topics exist, or have left something under their names. Touches nothing. Called only for systems
     * that others run.
     *
     * @return their names
     * @throws DriverException when the system does not tell
     */
    default List<String> existingTopics(List<TopicSpec> topics) throws DriverException {
        throw new DriverException(
                "this driver can't tell which topics exist, so it can't be used with an existing cluster");
    }

    /**
     * Returns which partitions of topics that were created the system says it no longer has, nor anything of what they held:
     * after a loss of power it may not remember them. Called before a topic is read again; consumers that are opened afterwards
     * do without them.
     *
     * @return their numbers, of the topics that lack some; empty where the driver can't tell
     * @throws DriverException when the system does not answer
     */
    default Map<TopicSpec, Set<Integer>> lostPartitions(List<TopicSpec> topics) throws DriverException {
        return Map.of();
    }

    /**
     * Deletes topics that a driver of the same trial created; topics that are gone already are no error.
     *
     * @throws DriverException when one could not be deleted
     */
    void deleteTopics(List<TopicSpec> topics) throws DriverException;

    /**
     * Deletes what remains of topics that this driver has deleted: containers such as namespaces, and the positions of their
     * {@link TopicSpec#groups groups}, such as consumer groups. Called at the end of a trial, when all consumers are
     * closed; no topic is created after that. What others use meanwhile stays.
     *
     * @throws DriverException when something is left, with its name and why
     */
    default void deleteRemains() throws DriverException {}

    /** @throws DriverException when the client refuses */
    DriverProducer openProducer(TopicSpec topic) throws DriverException;

    /**
     * Opens a consumer of a subscription that the topic names; it starts at the oldest message, and delivers to the
     * listener from one thread at a time until it is closed.
     *
     * @throws DriverException when the client refuses
     */
    DriverConsumer openConsumer(TopicSpec topic, String subscription, MessageListener listener) throws DriverException;

    /**
     * Returns the effective settings for what has been opened and created so far, read back from the client and the system.
     *
     * @throws DriverException when the system does not answer
     */
    EffectiveConfig effectiveConfig() throws DriverException;

    /**
     * Returns how far the client has compressed what its open producers have sent. Called once, after the load and before they
     * are closed. Empty where their effective settings compress nothing; {@link SendCompression#unavailable} where the client
     * does not tell.
     */
    default Optional<SendCompression> compression() {
        return Optional.empty();
    }

    /**
     * Returns what the client reports about its buffers and batches since the previous call: samples of {@link
     * Metrics#ofClients}, each metric at most once, without labels; sums over all producers or consumers are divided, never
     * means averaged. Empty at first, and where the client reports nothing. Called once a second while the load runs, by one
     * thread, also while another method runs; it takes no lock that a sender would have to wait for.
     *
     * @param nanoTime now, on the clock of {@link System#nanoTime()}
     * @throws DriverException when the client does not tell; it is not asked again
     */
    default List<Sample> metrics(long nanoTime) throws DriverException {
        return List.of();
    }

    /**
     * Returns what is wrong with the system, so that it must not be loaded any further where others use it as well: an alarm
     * that blocks publishers, partitions that have come to lack copies. Empty while all is well, and where the system has
     * nothing of the kind. Called every few seconds while a trial lasts, for the first time once its topics exist, by one
     * thread, also while other methods run. Trouble from before the trial is reported only where it concerns its topics or keeps
     * it from sending.
     *
     * @throws DriverException when the system does not tell; it is asked again
     */
    default List<String> alarms() throws DriverException {
        return List.of();
    }

    /**
     * Classifies what a producer or consumer of this driver has reported as the cause of a failure, with the vendor's code and
     * message. Called for each failure, by any thread: it does not wait, and takes no stack trace.
     */
    default Failure failureOf(Throwable cause) {
        return cause instanceof DriverException exception
                ? exception.failure().orElseGet(() -> Failure.of(FailureClass.OTHER, cause))
                : Failure.of(FailureClass.OTHER, cause);
    }

    @Override
    void close() throws DriverException;
}
