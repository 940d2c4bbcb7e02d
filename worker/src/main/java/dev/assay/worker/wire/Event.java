package dev.assay.worker.wire;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.assay.driver.Capabilities;
import dev.assay.model.delivery.DeliveryReports;
import dev.assay.model.metric.Sample;
import dev.assay.model.result.LoadTotals;
import dev.assay.model.result.SendCompression;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.worker.engine.ClockLine;
import dev.assay.worker.engine.ConsumerAssignment;
import dev.assay.worker.engine.RecheckEnd;
import java.util.List;
import java.util.Optional;

/**
 * Is sent by a worker in a trial. Instants are in nanoseconds on the coordinator's monotonic clock unless said otherwise.
 * Any change raises {@link WireProtocol#VERSION}.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, include = JsonTypeInfo.As.WRAPPER_OBJECT)
public sealed interface Event {
    record Prepared(Capabilities capabilities) implements Event {}

    /** @param warning what did not work although the trial can continue, such as a topic that could not be deleted; or empty */
    record Done(String warning) implements Event {}

    /** Names those of the requested topics that exist. */
    record TopicsFound(List<String> names) implements Event {}

    /**
     * Is sent now and then while topics are created.
     *
     * @param all partitions of all topics together
     */
    record PartitionsCreated(long created, long all) implements Event {}

    /** Reports that producers and consumers are open, with these settings in effect. */
    record Opened(EffectiveConfig config) implements Event {}

    /** Reports what its consumers hold by now; sent several times a second until the load starts. */
    record Readiness(List<ConsumerAssignment> consumers) implements Event {}

    /** Reports how the load is doing; sent several times a second while it runs. */
    record Progress(LoadTotals totals, boolean sendingFinished, boolean resolved) implements Event {}

    /** Reports what was measured in about the last second. */
    record Interval(PackedInterval interval) implements Event {}

    /**
     * Reports what the worker's machine and the compilers of its JVM did in about the last second.
     *
     * @param endNanos end of that second
     * @param samples without the label of the machine or the worker, as it does not know how results name them
     * @param limitations what can't be measured and why, for people; each is reported once
     */
    record HostReport(long endNanos, List<Sample> samples, List<String> limitations) implements Event {}

    /** Reports what has arrived at its consumers of shared subscriptions since the last report; each arrival is reported once. */
    record Received(List<DeliveryReports> deliveryReports) implements Event {}

    /** Reports what the worker adds to its clock from now on. */
    record ClockSteered(ClockLine line) implements Event {}

    /**
     * Reports that a phase has its end.
     *
     * @param ahead whether the end was still to come when the worker learnt of it
     */
    record PhaseEnded(boolean ahead) implements Event {}

    record GroupChanged(int number, long startNanos, long endNanos) implements Event {}

    record Ledger(LedgerPart part) implements Event {}

    /**
     * Reports that all parts of the ledger have been sent.
     *
     * @param violations completions that the driver reported for messages that were not under way
     * @param compression how far producers compressed what they sent; known once the load is over, empty where they don't
     */
    record Finished(long violations, Optional<SendCompression> compression) implements Event {}

    record FoundAgain(LedgerPart part) implements Event {}

    /** Reports that a recheck is over, and that all parts of what it found have been sent. */
    record ReadAgainDone(RecheckEnd end) implements Event {}

    /** Reports that the worker can't continue; it cleans up, and the stream ends. */
    record Failed(Failure kind, String reason) implements Event {}

    /** Is sent when there is nothing else to send, so that silence means trouble. */
    record Alive() implements Event {}

    enum Failure {
        WORKER,
        SYSTEM,
        REFUSED
    }
}
