package dev.assay.engine;

import dev.assay.core.delivery.ReceivedMessages;
import dev.assay.core.scenario.Workload;
import dev.assay.driver.Driver;
import dev.assay.driver.DriverConsumer;
import dev.assay.driver.DriverException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The consumers of one worker. */
final class Subscribers {
    private final Assignment assignment;
    private final ThreadRecorders recorders;
    private final TrialClock clock;
    private final FirstFailure failure;
    private final List<ReceivedMessages> messages = new ArrayList<>();
    private final List<ReceiveRecorder> sinks = new ArrayList<>();
    private final List<DriverConsumer> consumers = new ArrayList<>();
    private final Queue<DriverConsumer> open = new ConcurrentLinkedQueue<>();

    Subscribers(Assignment assignment, ThreadRecorders recorders, TrialClock clock, FirstFailure failure) {
        this.assignment = assignment;
        this.recorders = recorders;
        this.clock = clock;
        this.failure = failure;
        Workload workload = assignment.workload();
        for (int subscription = 0; subscription < workload.subscriptions(); subscription++) {
            messages.add(new ReceivedMessages(
                    subscription,
                    assignment.run(),
                    workload.totalProducers(),
                    workload.topics() * workload.partitions()));
        }
    }

    void open(Driver driver) throws DriverException {
        for (ConsumerSlot slot : assignment.consumers()) {
            ReceiveRecorder sink =
                    new ReceiveRecorder(slot, messages.get(slot.subscription()), recorders, clock, failure);
            sinks.add(sink);
            DriverConsumer consumer = driver.openConsumer(slot.topic(), slot.subscriptionName(), sink);
            consumers.add(consumer);
            open.add(consumer);
        }
    }

    void start(long startNanos) {
        sinks.forEach(sink -> sink.start(startNanos));
    }

    List<ConsumerAssignment> readiness() {
        List<ConsumerAssignment> readiness = new ArrayList<>();
        for (int i = 0; i < consumers.size(); i++) {
            ConsumerSlot slot = assignment.consumers().get(i);
            DriverConsumer consumer = consumers.get(i);
            readiness.add(new ConsumerAssignment(
                    slot.subscription(),
                    slot.topicIndex(),
                    consumer.assignedPartitions(),
                    consumer.sharesPartitions()));
        }
        return readiness;
    }

    List<ReceivedMessages> messages() {
        return messages;
    }

    void compact() {
        messages.forEach(ReceivedMessages::compact);
    }

    void close() throws DriverException {
        ClientCloser.closeAll(open);
    }

    void abort() {
        ClientCloser.abandonAll(open);
    }
}
