package dev.assay.engine;

import dev.assay.driver.Driver;
import dev.assay.driver.DriverConsumer;
import dev.assay.driver.DriverException;
import dev.assay.model.delivery.ReceivedMessages;
import dev.assay.model.spec.ReaderSpec;
import dev.assay.model.spec.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/** The consumers of one worker: which are open, which read and which rest. */
final class Subscribers {
    private final Assignment assignment;
    private final ThreadRecorders recorders;
    private final TrialClock clock;
    private final FirstFailure failure;
    private final List<ReceivedMessages> messages = new ArrayList<>();
    private final List<OpenConsumer> consumers = new CopyOnWriteArrayList<>();
    private final Queue<DriverConsumer> open = new ConcurrentLinkedQueue<>();
    private volatile long startNanos;

    private record OpenConsumer(ConsumerSlot slot, DriverConsumer client, ReceiveRecorder recorder) {}

    Subscribers(Assignment assignment, ThreadRecorders recorders, TrialClock clock, FirstFailure failure) {
        this.assignment = assignment;
        this.recorders = recorders;
        this.clock = clock;
        this.failure = failure;
        Workload workload = assignment.workload();
        for (int subscription = 0; subscription < workload.allSubscriptions().size(); subscription++) {
            messages.add(new ReceivedMessages(
                    subscription,
                    assignment.run(),
                    workload.totalProducers(),
                    workload.topics() * workload.partitions(),
                    assignment.timeline().parts().size(),
                    assignment.sharedSubscriptions().contains(subscription)));
        }
    }

    /** Opens all that are open from the start; readers that open later are left out. */
    void open(Driver driver) throws DriverException {
        for (ConsumerSlot slot : assignment.consumers()) {
            if (!reader(slot).opensLater()) {
                open(driver, slot);
            }
        }
    }

    private void open(Driver driver, ConsumerSlot slot) throws DriverException {
        ReceiveRecorder recorder = new ReceiveRecorder(
                slot,
                reader(slot).processing().toNanos(),
                messages.get(slot.subscription()),
                recorders,
                clock,
                failure);
        // Before it is opened: a consumer that comes late may be given messages at once.
        recorder.start(startNanos);
        DriverConsumer client = driver.openConsumer(slot.topic(), slot.subscriptionName(), recorder);
        open.add(client);
        consumers.add(new OpenConsumer(slot, client, recorder));
    }

    private ReaderSpec reader(ConsumerSlot slot) {
        return subscription(slot).reader();
    }

    private Workload.Subscription subscription(ConsumerSlot slot) {
        return assignment.workload().allSubscriptions().get(slot.subscription());
    }

    /** To be called before the first message exists. */
    void start(long loadStartNanos) {
        startNanos = loadStartNanos;
        for (OpenConsumer consumer : consumers) {
            consumer.recorder().start(loadStartNanos);
            if (reader(consumer.slot()).hold()) {
                consumer.client().pause();
            }
        }
    }

    /** A reader begins to read: it is resumed where it was held, else opened. */
    void begin(Driver driver, String reader) throws DriverException {
        for (ConsumerSlot slot : assignment.consumers()) {
            if (subscription(slot).readerName().equals(reader) && reader(slot).opensLater()) {
                open(driver, slot);
            }
        }
        resume(reader);
    }

    /** A reader takes no messages any more, and stays in its subscriptions. */
    void pause(String reader) {
        of(reader).forEach(consumer -> consumer.client().pause());
    }

    /** A reader takes messages again. */
    void resume(String reader) {
        of(reader).forEach(consumer -> consumer.client().resume());
    }

    private List<OpenConsumer> of(String reader) {
        return consumers.stream()
                .filter(consumer -> subscription(consumer.slot()).readerName().equals(reader))
                .toList();
    }

    List<ConsumerAssignment> readiness() {
        return consumers.stream()
                .map(consumer -> new ConsumerAssignment(
                        consumer.slot().subscription(),
                        consumer.slot().topicIndex(),
                        consumer.client().assignedPartitions(),
                        consumer.client().sharesPartitions()))
                .toList();
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
