package dev.assay.driver.memory;

import dev.assay.driver.DriverException;
import dev.assay.driver.MessageListener;
import dev.assay.driver.TopicSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A topic: forwards each message to every subscription. It keeps messages only for subscriptions that are paused or empty. */
final class MemoryTopic {
    /** All topics of the process, so that every driver in it sees the same ones, as with a real system. */
    private static final Map<String, MemoryTopic> ALL = new ConcurrentHashMap<>();

    final TopicSpec spec;
    private final Map<String, Subscription> subscriptions = new LinkedHashMap<>();
    /** The same, for delivery: walking an array allocates nothing. */
    private volatile Subscription[] targets = {};

    private MemoryTopic(TopicSpec spec) {
        this.spec = spec;
    }

    static void create(TopicSpec spec) throws DriverException {
        if (ALL.putIfAbsent(spec.name(), new MemoryTopic(spec)) != null) {
            throw new DriverException("topic " + spec.name() + " exists already; Assay creates its topics itself");
        }
    }

    static void delete(TopicSpec spec) {
        ALL.remove(spec.name());
    }

    static MemoryTopic named(String name) throws DriverException {
        MemoryTopic topic = ALL.get(name);
        if (topic == null) {
            throw new DriverException("topic " + name
                    + " does not exist in this process; without a server, all of a trial must be on one worker");
        }
        return topic;
    }

    synchronized Subscription subscription(String name) {
        Subscription subscription = subscriptions.computeIfAbsent(name, key -> new Subscription(spec.partitions()));
        targets = subscriptions.values().toArray(Subscription[]::new);
        return subscription;
    }

    void deliver(int partition, byte[] payload) {
        for (Subscription subscription : targets) {
            subscription.deliver(partition, payload);
        }
    }

    /** The consumers of one subscription; each holds a share of the partitions. */
    static final class Subscription {
        private final @Nullable Member[] owners;
        private final List<Member> members = new ArrayList<>();
        private final List<List<byte[]>> kept = new ArrayList<>();

        Subscription(int partitions) {
            owners = new Member[partitions];
            for (int partition = 0; partition < partitions; partition++) {
                kept.add(new ArrayList<>());
            }
        }

        synchronized Member join(MessageListener listener) {
            Member member = new Member(listener);
            members.add(member);
            share();
            return member;
        }

        synchronized void leave(Member member) {
            members.remove(member);
            share();
        }

        synchronized int heldBy(Member member) {
            return (int) Arrays.stream(owners).filter(owner -> owner == member).count();
        }

        synchronized void pause(Member member, boolean paused) {
            member.paused = paused;
            flushKept();
        }

        private void share() {
            for (int partition = 0; partition < owners.length; partition++) {
                owners[partition] = members.isEmpty() ? null : members.get(partition % members.size());
            }
            flushKept();
        }

        private void flushKept() {
            for (int partition = 0; partition < owners.length; partition++) {
                List<byte[]> waiting = List.copyOf(kept.get(partition));
                kept.get(partition).clear();
                for (byte[] payload : waiting) {
                    deliver(partition, payload);
                }
            }
        }

        synchronized void deliver(int partition, byte[] payload) {
            Member owner = owners[partition];
            if (owner == null || owner.paused) {
                kept.get(partition).add(payload.clone());
            } else {
                owner.listener.onMessage(partition, payload, 0, payload.length, System.nanoTime());
            }
        }
    }

    /** One consumer. */
    static final class Member {
        private final MessageListener listener;
        private boolean paused;

        Member(MessageListener listener) {
            this.listener = listener;
        }
    }
}
