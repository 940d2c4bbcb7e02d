package dev.assay.worker.engine;

import dev.assay.driver.Driver;
import dev.assay.driver.DriverConsumer;
import dev.assay.driver.DriverException;
import dev.assay.driver.MessageListener;
import dev.assay.driver.TopicSpec;
import dev.assay.model.delivery.ReceivedMessages;
import dev.assay.model.delivery.ReceivedMessages.Arrival;
import dev.assay.model.delivery.SubscriptionLedger;
import dev.assay.model.result.RecheckRecord.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Reads subscriptions with fresh consumers, to look for messages that others were not given. It is at its end where the
 * system says that its partitions end, or where partitions have stayed gone for as long as its patience; silence is no end.
 * Nothing of it is timed or counted as received. Problems are part of how the reading ended, and fail no trial. Serves one
 * reading.
 */
public final class RecheckConsumer {
    private static final System.Logger LOG = System.getLogger(RecheckConsumer.class.getName());
    private static final long LOOK_NANOS = 50_000_000;

    /** After so long without a message the system is asked where it ends, and again after so long: a client may hold something. */
    private static final long QUIET_NANOS = 500_000_000;

    /** Once all messages have come, duplicates get so long to show up. */
    private static final long LATE_NANOS = 2_000_000_000;

    private final RecheckPlan plan;
    private final TrialClock clock;
    private final Map<Integer, ReceivedMessages> received = new TreeMap<>();
    private final Map<Integer, LongAdder> distinct = new TreeMap<>();
    private final LongAdder arrivals = new LongAdder();
    private String unknownEnd = "";
    private volatile @Nullable Throwable failure;
    private final List<Opened> opened = new ArrayList<>();
    private Map<TopicSpec, Set<Integer>> lost = Map.of();

    private record Opened(ConsumerSlot slot, DriverConsumer client) {}

    public RecheckConsumer(RecheckPlan plan, TrialClock clock) {
        this.plan = plan;
        this.clock = clock;
        for (ConsumerSlot slot : plan.consumers()) {
            received.computeIfAbsent(slot.subscription(), this::ofSubscription);
            distinct.computeIfAbsent(slot.subscription(), number -> new LongAdder());
        }
    }

    private ReceivedMessages ofSubscription(int subscription) {
        int partitions = plan.consumers().stream()
                .filter(slot -> slot.subscription() == subscription)
                .mapToInt(slot -> (slot.topicIndex() + 1) * slot.topic().partitions())
                .max()
                .orElse(0);
        return new ReceivedMessages(subscription, plan.run(), plan.producers(), partitions, 1, plan.all());
    }

    /**
     * Opens the consumers, reads until the end or the limit, and closes them.
     *
     * @param cutShort asked again and again: whether nobody wants the result any more
     */
    public RecheckEnd read(Driver driver, BooleanSupplier cutShort) {
        long start = clock.now();
        String problem = null;
        boolean end = false;
        try {
            open(driver, start, cutShort);
            end = await(start, cutShort);
        } catch (DriverException | RuntimeException e) {
            problem = "the new consumer failed: " + e.getMessage();
        }
        String closing = close();
        if (problem == null) {
            problem = failure == null ? closing : "the new consumer failed: " + failure;
        }
        long nanos = Math.max(0, clock.now() - start);
        if (problem != null) {
            return new RecheckEnd(Outcome.FAILED, nanos, problem);
        }
        return end
                ? new RecheckEnd(Outcome.COMPLETE, nanos, gone())
                : new RecheckEnd(Outcome.CUT, nanos, whyCut(cutShort.getAsBoolean()));
    }

    private String whyCut(boolean cutShort) {
        if (cutShort) {
            return "it was cut short";
        }
        return unknownEnd.isEmpty()
                ? "it did not reach the end within its limit of %d s"
                        .formatted(plan.limit().toSeconds())
                : "nothing more came, and where the system ends is not known: " + unknownEnd;
    }

    /** Returns what the system no longer has; empty where it has all. */
    private String gone() {
        int partitions = topics().stream().mapToInt(TopicSpec::partitions).sum();
        int gone = lost.values().stream().mapToInt(Set::size).sum();
        return gone == 0
                ? ""
                : "of %d partitions the system says that %d %s gone, with all that was in them"
                        .formatted(partitions, gone, gone == 1 ? "is" : "are");
    }

    private List<TopicSpec> topics() {
        return plan.consumers().stream().map(ConsumerSlot::topic).distinct().toList();
    }

    /** Looks for lost partitions: a system that has just come back may not know yet all that it has, so only what stays gone counts. */
    private void lookForLost(Driver driver, long start, BooleanSupplier cutShort) throws DriverException {
        List<TopicSpec> topics = topics();
        long began = clock.now();
        lost = driver.lostPartitions(topics);
        while (!lost.isEmpty() && clock.now() - began < plan.patience().toNanos() && !isOver(start, cutShort)) {
            clock.local().park(QUIET_NANOS);
            lost = driver.lostPartitions(topics);
        }
    }

    private int partitions(ConsumerSlot slot) {
        return slot.topic().partitions()
                - lost.getOrDefault(slot.topic(), Set.of()).size();
    }

    private void open(Driver driver, long start, BooleanSupplier cutShort) throws DriverException {
        lookForLost(driver, start, cutShort);
        for (ConsumerSlot slot : plan.consumers()) {
            if (isOver(start, cutShort)) {
                return;
            }
            if (partitions(slot) == 0) {
                continue;
            }
            FreshListener listener = new FreshListener(slot, Objects.requireNonNull(received.get(slot.subscription())));
            opened.add(new Opened(slot, driver.openConsumer(slot.topic(), slot.subscriptionName(), listener)));
        }
    }

    private boolean isOver(long start, BooleanSupplier cutShort) {
        return cutShort.getAsBoolean() || clock.now() - start >= plan.limit().toNanos();
    }

    /** Waits for the end of the reading; returns whether the end was reached. */
    private boolean await(long start, BooleanSupplier cutShort) {
        long counted = -1;
        long newsNanos = clock.now();
        long askNanos = newsNanos + QUIET_NANOS;
        boolean atEnd = false;
        while (!isOver(start, cutShort) && failure == null) {
            long now = clock.now();
            long arrived = arrivals.sum();
            if (arrived != counted || !holdsAll()) {
                counted = arrived;
                newsNanos = now;
                askNanos = now + QUIET_NANOS;
                atEnd = false;
                received.values().forEach(ReceivedMessages::compact);
            } else if (hasAll() && now - newsNanos >= LATE_NANOS) {
                return true;
            } else if (now >= askNanos) {
                boolean stillAtEnd = isAtEnd();
                if (atEnd && stillAtEnd && arrivals.sum() == counted) {
                    return true;
                }
                atEnd = stillAtEnd;
                askNanos = clock.now() + QUIET_NANOS;
                if (!unknownEnd.isEmpty()
                        && clock.now() - newsNanos >= plan.patience().toNanos()) {
                    return false;
                }
            }
            clock.local().park(LOOK_NANOS);
        }
        return false;
    }

    private boolean hasAll() {
        return distinct.values().stream().allMatch(count -> count.sum() >= plan.all());
    }

    /** Asks the system. A system that does not tell has not failed: it may tell later, as when a partition has a leader again. */
    private boolean isAtEnd() {
        unknownEnd = "";
        boolean all = true;
        for (Opened one : opened) {
            try {
                all &= one.client().atEnd();
            } catch (DriverException e) {
                unknownEnd = String.valueOf(e.getMessage());
                return false;
            }
        }
        return all;
    }

    private boolean holdsAll() {
        return opened.stream().allMatch(one -> one.client().assignedPartitions() >= partitions(one.slot()));
    }

    private @Nullable String close() {
        ConcurrentLinkedQueue<DriverConsumer> clients = new ConcurrentLinkedQueue<>();
        opened.forEach(one -> clients.add(one.client()));
        try {
            ClientCloser.closeAll(clients);
            return null;
        } catch (DriverException e) {
            return "the new consumer could not be closed: " + e.getMessage();
        }
    }

    /** Returns what was found of each subscription; final once {@link #read} has returned. */
    public List<SubscriptionLedger> ledgers() {
        return received.values().stream().map(ReceivedMessages::ledger).toList();
    }

    private final class FreshListener implements MessageListener {
        private final ConsumerSlot slot;
        private final ReceivedMessages messages;
        private final CRC32C crc = new CRC32C();

        FreshListener(ConsumerSlot slot, ReceivedMessages messages) {
            this.slot = slot;
            this.messages = messages;
        }

        @Override
        public void onMessage(int partition, byte[] buffer, int offset, int length, long receivedNanos) {
            Arrival arrival = messages.book(
                    0, slot.topicIndex() * slot.topic().partitions() + partition, buffer, offset, length, crc);
            if (arrival == Arrival.FIRST) {
                Objects.requireNonNull(distinct.get(slot.subscription())).increment();
            }
            arrivals.increment();
        }

        @Override
        public void onError(Throwable cause) {
            failure = cause;
            LOG.log(System.Logger.Level.WARNING, "a new consumer can't go on: " + cause, cause);
        }
    }
}
