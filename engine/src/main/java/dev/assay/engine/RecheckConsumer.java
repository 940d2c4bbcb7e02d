package dev.assay.engine;

import dev.assay.driver.Driver;
import dev.assay.driver.DriverConsumer;
import dev.assay.driver.DriverException;
import dev.assay.driver.MessageListener;
import dev.assay.model.delivery.ReceivedMessages;
import dev.assay.model.delivery.SubscriptionLedger;
import dev.assay.model.result.RecheckRecord.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Reads subscriptions with fresh consumers after the drain, to look for messages that the others were not given. Nothing of it is
 * timed or counted as received. What goes wrong is how the reading ended, and fails no trial. Serves one reading.
 */
public final class RecheckConsumer {
    private static final System.Logger LOG = System.getLogger(RecheckConsumer.class.getName());
    private static final long LOOK_NANOS = 50_000_000;

    private final RecheckPlan plan;
    private final TrialClock clock;
    private final Map<Integer, ReceivedMessages> found = new TreeMap<>();
    private final LongAdder arrivals = new LongAdder();
    private volatile @Nullable Throwable failure;
    private final List<Opened> opened = new ArrayList<>();

    private record Opened(ConsumerSlot slot, DriverConsumer client) {}

    public RecheckConsumer(RecheckPlan plan, TrialClock clock) {
        this.plan = plan;
        this.clock = clock;
        for (ConsumerSlot slot : plan.consumers()) {
            found.computeIfAbsent(slot.subscription(), this::ofSubscription);
        }
    }

    private ReceivedMessages ofSubscription(int subscription) {
        int partitions = plan.consumers().stream()
                .filter(slot -> slot.subscription() == subscription)
                .mapToInt(slot -> (slot.topicIndex() + 1) * slot.topic().partitions())
                .max()
                .orElse(0);
        return new ReceivedMessages(subscription, plan.run(), plan.producers(), partitions, 1);
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
                ? new RecheckEnd(Outcome.COMPLETE, nanos, "")
                : new RecheckEnd(Outcome.CUT, nanos, whyCut(cutShort.getAsBoolean()));
    }

    private String whyCut(boolean cutShort) {
        return cutShort
                ? "it was cut short"
                : "it did not reach the end within its limit of %d s"
                        .formatted(plan.limit().toSeconds());
    }

    private void open(Driver driver, long start, BooleanSupplier cutShort) throws DriverException {
        for (ConsumerSlot slot : plan.consumers()) {
            if (isOver(start, cutShort)) {
                return;
            }
            Found listener = new Found(slot, Objects.requireNonNull(found.get(slot.subscription())));
            opened.add(new Opened(slot, driver.openConsumer(slot.topic(), slot.subscriptionName(), listener)));
        }
    }

    private boolean isOver(long start, BooleanSupplier cutShort) {
        return cutShort.getAsBoolean() || clock.now() - start >= plan.limit().toNanos();
    }

    /** Whether the end was reached. */
    private boolean await(long start, BooleanSupplier cutShort) {
        long seen = -1;
        long newsNanos = clock.now();
        while (!isOver(start, cutShort) && failure == null) {
            long now = clock.now();
            long arrived = arrivals.sum();
            if (arrived != seen || !holdsAll()) {
                seen = arrived;
                newsNanos = now;
                found.values().forEach(ReceivedMessages::compact);
            } else if (now - newsNanos >= plan.patience().toNanos()) {
                return true;
            }
            clock.local().park(LOOK_NANOS);
        }
        return false;
    }

    private boolean holdsAll() {
        return opened.size() == plan.consumers().size()
                && opened.stream()
                        .allMatch(one -> one.client().assignedPartitions()
                                >= one.slot().topic().partitions());
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

    /** What was found of each subscription; final once {@link #read} has returned. */
    public List<SubscriptionLedger> found() {
        return found.values().stream().map(ReceivedMessages::ledger).toList();
    }

    /** Takes the messages of one fresh consumer. */
    private final class Found implements MessageListener {
        private final ConsumerSlot slot;
        private final ReceivedMessages messages;
        private final CRC32C crc = new CRC32C();

        Found(ConsumerSlot slot, ReceivedMessages messages) {
            this.slot = slot;
            this.messages = messages;
        }

        @Override
        public void onMessage(int partition, byte[] buffer, int offset, int length, long receivedNanos) {
            messages.book(0, slot.topicIndex() * slot.topic().partitions() + partition, buffer, offset, length, crc);
            arrivals.increment();
        }

        @Override
        public void onError(Throwable cause) {
            failure = cause;
            LOG.log(System.Logger.Level.WARNING, "a new consumer can't go on: " + cause, cause);
        }
    }
}
