package dev.assay.systems.memory.driver;

import dev.assay.driver.DriverException;
import dev.assay.driver.LocalClock;
import dev.assay.driver.MessageListener;
import dev.assay.driver.TopicSpec;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Forwards each message of a topic to every subscription. It keeps messages only for subscriptions that are paused or empty. */
final class MemoryTopic {
    /** All topics of the process, so that every driver in it sees the same ones, as with a real system. */
    private static final Map<String, MemoryTopic> ALL = new ConcurrentHashMap<>();

    final TopicSpec spec;
    /** The start of the law, shared by all producers of a trial. */
    final FirstSend firstSend;

    private final long redeliverEvery;

    private final Map<String, Subscription> subscriptions = new LinkedHashMap<>();
    /** The subscriptions as an array, since walking one on delivery allocates nothing. */
    private volatile Subscription[] targets = {};

    private MemoryTopic(TopicSpec spec, FirstSend firstSend, long redeliverEvery) {
        this.spec = spec;
        this.firstSend = firstSend;
        this.redeliverEvery = redeliverEvery;
        // Subscriptions exist from the start, so that one whose first consumer comes late misses nothing.
        spec.subscriptions().forEach(this::subscription);
    }

    /** @param redeliverEvery one of so many deliveries from a queue is not acknowledged; 0 means that all are */
    static void create(TopicSpec spec, FirstSend firstSend, long redeliverEvery) throws DriverException {
        if (ALL.putIfAbsent(spec.name(), new MemoryTopic(spec, firstSend, redeliverEvery)) != null) {
            throw new DriverException("topic " + spec.name() + " already exists; Assay creates its topics itself");
        }
    }

    static boolean exists(String name) {
        return ALL.containsKey(name);
    }

    static void delete(TopicSpec spec) {
        ALL.remove(spec.name());
    }

    static MemoryTopic named(String name) throws DriverException {
        MemoryTopic topic = ALL.get(name);
        if (topic == null) {
            throw new DriverException(
                    "topic " + name + " does not exist in this process; all workers of a trial must be in one");
        }
        return topic;
    }

    synchronized Subscription subscription(String name) {
        Subscription subscription = subscriptions.computeIfAbsent(
                name, key -> new Subscription(spec.partitions(), spec.isQueue(name), redeliverEvery));
        targets = subscriptions.values().toArray(Subscription[]::new);
        return subscription;
    }

    void deliver(int partition, byte[] payload) {
        for (Subscription subscription : targets) {
            subscription.deliver(partition, payload);
        }
    }

    /** Keeps the message from current consumers. */
    void withhold(int partition, byte[] payload) {
        for (Subscription subscription : targets) {
            subscription.withhold(partition, payload);
        }
    }

    /**
     * Holds the consumers of one subscription; each has a share of the partitions, or all of them where it is a queue. A message is
     * delivered on the thread that brings it, unless its consumer has been paused or takes time for each: then it is kept until that
     * consumer's own thread takes it, so that nobody else is held up. In a queue it is always kept, for whichever consumer is free first,
     * and gone only when its listener has returned.
     */
    static final class Subscription {
        private final boolean queue;
        private final long redeliverEvery;
        private long taken;
        private int nextPartition;
        /** Messages to be delivered again, before any others. */
        private final Deque<Kept> unacknowledged = new ArrayDeque<>();

        private final @Nullable Member[] owners;
        private final List<Member> members = new ArrayList<>();
        private final List<Deque<byte[]>> kept = new ArrayList<>();
        /** Messages for consumers that come when all current ones have left. */
        private final List<Kept> withheld = new ArrayList<>();

        Subscription(int partitions, boolean queue, long redeliverEvery) {
            this.queue = queue;
            this.redeliverEvery = redeliverEvery;
            owners = new Member[partitions];
            for (int partition = 0; partition < partitions; partition++) {
                kept.add(new ArrayDeque<>());
            }
        }

        synchronized Member join(MessageListener listener, LocalClock clock) {
            Member member = new Member(this, listener, clock);
            members.add(member);
            if (queue || listener.takesTime()) {
                member.startThread();
            }
            share();
            return member;
        }

        /** Removes the consumer, which gets no more messages once this returns. */
        void leave(Member member) {
            synchronized (this) {
                members.remove(member);
                member.left = true;
                if (members.isEmpty()) {
                    withheld.forEach(one -> kept.get(one.partition()).add(one.payload()));
                    withheld.clear();
                }
                share();
            }
            member.awaitEnd();
        }

        boolean isQueue() {
            return queue;
        }

        synchronized int heldBy(Member member) {
            if (queue) {
                return members.contains(member) ? owners.length : 0;
            }
            return (int) Arrays.stream(owners).filter(owner -> owner == member).count();
        }

        /** Returns whether no stored message is left or being delivered. */
        synchronized boolean hasGivenAll() {
            return withheld.isEmpty()
                    && unacknowledged.isEmpty()
                    && kept.stream().allMatch(Deque::isEmpty)
                    && members.stream().noneMatch(member -> member.taking);
        }

        synchronized void pause(Member member, boolean paused) {
            member.paused = paused;
            if (paused) {
                member.startThread();
            } else {
                member.wake();
            }
        }

        private void share() {
            for (int partition = 0; partition < owners.length; partition++) {
                owners[partition] = queue || members.isEmpty() ? null : members.get(partition % members.size());
            }
            for (int partition = 0; partition < owners.length; partition++) {
                Member owner = owners[partition];
                if (owner != null && owner.thread == null) {
                    Deque<byte[]> waiting = kept.get(partition);
                    for (byte[] payload = waiting.poll(); payload != null; payload = waiting.poll()) {
                        owner.take(partition, payload);
                    }
                }
            }
            members.forEach(Member::wake);
        }

        synchronized void deliver(int partition, byte[] payload) {
            Member owner = owners[partition];
            if (owner != null && owner.thread == null) {
                owner.take(partition, payload);
            } else {
                kept.get(partition).add(payload.clone());
                if (owner != null) {
                    owner.wake();
                } else if (queue) {
                    members.forEach(Member::wake);
                }
            }
        }

        synchronized void withhold(int partition, byte[] payload) {
            withheld.add(new Kept(partition, payload.clone()));
        }

        /** Returns the next message for a consumer with a thread of its own; null if it has to wait. */
        private synchronized @Nullable Kept next(Member member) {
            if (queue) {
                return nextOfQueue(member);
            }
            for (int partition = 0; !member.paused && !member.left && partition < owners.length; partition++) {
                byte[] payload =
                        owners[partition] == member ? kept.get(partition).poll() : null;
                if (payload != null) {
                    member.taking = true;
                    return new Kept(partition, payload);
                }
            }
            return null;
        }

        /** Returns a message to be delivered again, else one of each partition in turn; null if the consumer has to wait. */
        private @Nullable Kept nextOfQueue(Member member) {
            if (member.paused || member.left) {
                return null;
            }
            Kept next = unacknowledged.poll();
            for (int tried = 0; next == null && tried < kept.size(); tried++) {
                int partition = nextPartition;
                nextPartition = (nextPartition + 1) % kept.size();
                byte[] payload = kept.get(partition).poll();
                next = payload == null ? null : new Kept(partition, payload);
            }
            member.taking = next != null;
            return next;
        }

        /** Acknowledges the message after its listener has returned, unless it is to be delivered again. */
        private synchronized void done(Member member, Kept message) {
            if (queue && !message.redelivered() && redeliverEvery > 0 && ++taken % redeliverEvery == 0) {
                unacknowledged.add(new Kept(message.partition(), message.payload(), true));
                members.forEach(Member::wake);
            }
            member.taking = false;
        }
    }

    @SuppressWarnings("ArrayRecordComponent") // It is never compared.
    private record Kept(int partition, byte[] payload, boolean redelivered) {
        Kept(int partition, byte[] payload) {
            this(partition, payload, false);
        }
    }

    static final class Member {
        private final Subscription subscription;
        private final MessageListener listener;
        private final LocalClock clock;
        private @Nullable Thread thread;
        private boolean paused;
        private volatile boolean left;
        /** True while the listener is being given a message that the thread has taken. */
        private volatile boolean taking;

        private Member(Subscription subscription, MessageListener listener, LocalClock clock) {
            this.clock = clock;
            this.subscription = subscription;
            this.listener = listener;
        }

        private void take(Kept message) {
            if (message.redelivered()) {
                byte[] payload = message.payload();
                listener.onRedelivery(message.partition(), payload, 0, payload.length, clock.nanoTime());
            } else {
                take(message.partition(), message.payload());
            }
        }

        private void take(int partition, byte[] payload) {
            listener.onMessage(partition, payload, 0, payload.length, clock.nanoTime());
        }

        /** Starts the consumer's thread, which stays; called with the subscription's lock held. */
        private void startThread() {
            if (thread == null) {
                thread = clock.start(Thread.ofPlatform().daemon().name("memory-consumer"), this::run);
            }
        }

        /** Wakes the thread, as there may be a message to take, or the consumer has left; called with the subscription's lock held. */
        private void wake() {
            if (thread != null) {
                clock.unpark(thread);
            }
        }

        private void run() {
            while (!left && !Thread.currentThread().isInterrupted()) {
                Kept next = subscription.next(this);
                if (next == null) {
                    clock.park();
                } else {
                    take(next);
                    subscription.done(this, next);
                }
            }
        }

        private void awaitEnd() {
            Thread consumerThread = thread;
            if (consumerThread == null || consumerThread == Thread.currentThread()) {
                return;
            }
            consumerThread.interrupt();
            clock.unpark(consumerThread);
            try {
                clock.join(consumerThread, Duration.ofDays(1));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
