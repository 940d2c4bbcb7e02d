package dev.assay.worker.wire;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.TopicSpec;
import dev.assay.model.delivery.DeliveryReports;
import dev.assay.worker.engine.Assignment;
import dev.assay.worker.engine.RecheckPlan;
import java.util.List;

/**
 * Is sent by a coordinator to a worker in a trial; each says which {@link Event} answers it. Instants are in nanoseconds on the
 * coordinator's monotonic clock unless said otherwise. Any change raises {@link WireProtocol#VERSION}.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, include = JsonTypeInfo.As.WRAPPER_OBJECT)
public sealed interface Command {
    /** Says that the coordinator is alive; sent several times a minute. It has no answer. */
    record Alive() implements Command {}

    /**
     * Takes the worker for a trial and opens the driver. Answer: {@link Event.Prepared}.
     *
     * @param trial {@code assay-ID/FOLDER}, where the names of the run's topics begin with {@code assay-ID-}
     */
    record Prepare(String trial, DriverConfig config) implements Command {}

    /**
     * Creates topics. Answer: {@link Event.PartitionsCreated} now and then, and {@link Event.Done}. The worker that created
     * topics is the one that deletes them, whatever happens.
     *
     * @param outlive whether they stay, though, where the worker is lost once the load has started: others continue with them then
     */
    record CreateTopics(List<TopicSpec> topics, boolean outlive) implements Command {}

    /**
     * Looks now and then, until the load is over, whether the system is in trouble, and ends the trial if it is: for systems
     * that others use as well. It has no answer but {@link Event.Failed}.
     */
    record Guard() implements Command {}

    /** Asks which of these exist. Touches nothing. Answer: {@link Event.TopicsFound}. */
    record LookUpTopics(List<TopicSpec> topics) implements Command {}

    /** Deletes what an earlier run has created; only names that Assay gives in the run of {@link Prepare}. Answer: {@link Event.Done}. */
    record RemoveTopics(List<TopicSpec> topics) implements Command {}

    /**
     * Opens consumers, then producers. Answer: {@link Event.Opened}; then {@link Event.Readiness} until the start.
     *
     * @param clockOffsetNanos what the worker adds to its clock to get the coordinator's
     * @param reportHost whether this worker is the one that reports what its machine does
     * @param reportCompilers whether it reports what the compilers of its JVM take; not where the coordinator can see that
     * @param steerClock whether that offset is corrected while the load runs; not where both clocks are one
     */
    record OpenLoad(
            Assignment assignment,
            long clockOffsetNanos,
            boolean reportHost,
            boolean reportCompilers,
            boolean steerClock)
            implements Command {}

    /**
     * Corrects the worker's clock. May be sent at any time once the load is open. Answer: {@link Event.ClockSteered}.
     *
     * @param atNanos on the worker's clock
     * @param offsetNanos what was to be added to it then to get the coordinator's
     * @param drift by how much that grows, in seconds a second
     */
    record SteerClock(long atNanos, long offsetNanos, double drift) implements Command {}

    /** Starts the load at that instant. Answer: {@link Event.Done}; then {@link Event.Progress} and {@link Event.Interval}. */
    record Start(long startNanos) implements Command {}

    /** Ends sending before its schedule ends; messages in flight still get their outcome. Answer: {@link Event.Done}. */
    record Halt() implements Command {}

    /**
     * Ends a phase earlier than at its latest. Answer: {@link Event.PhaseEnded}.
     *
     * @param endNanos from the start of the load
     */
    record EndPhase(int phase, long endNanos) implements Command {}

    /** Starts, pauses or resumes a consumer group at that instant. Answer, once that is done: {@link Event.GroupChanged}. */
    record ChangeGroup(int number, String group, GroupChange change, long atNanos) implements Command {}

    /** Reports what has arrived anywhere of a subscription whose consumers sit on several workers. It has no answer. */
    record Learn(List<DeliveryReports> deliveryReports) implements Command {}

    /**
     * Asks for the ledger as it stands, once sending has finished. Answer: {@link Event.Received}, {@link Event.Ledger}, and
     * {@link Event.Finished}.
     */
    record TakeStock() implements Command {}

    /**
     * Rechecks missing messages with fresh consumers; other commands may come before it is done. Answer: {@link
     * Event.FoundAgain}, and {@link Event.ReadAgainDone}.
     */
    record ReadAgain(RecheckPlan plan) implements Command {}

    /** Ends the load. Answer: {@link Event.Ledger}, and {@link Event.Finished}. */
    record Finish() implements Command {}

    /** Deletes what {@link CreateTopics} created. Answer: {@link Event.Done}. */
    record DeleteTopics() implements Command {}

    /**
     * Ends everything at once and cleans up; topics are deleted when no more commands follow, as other workers may still use them.
     * Answer: the end of the stream.
     */
    record Abort(String reason) implements Command {}

    enum GroupChange {
        START,
        PAUSE,
        RESUME
    }
}
