package dev.assay.systems.rabbitmq.driver;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** How far subscriptions have read streams over AMQP. The server keeps no such positions, so the driver does. */
final class Positions {
    private final Map<String, AtomicLong> next = new ConcurrentHashMap<>();

    /** The offset that a subscription reads next from a stream; 0 at the beginning. */
    AtomicLong of(String stream, String subscription) {
        return next.computeIfAbsent(subscription + "@" + stream, key -> new AtomicLong());
    }

    /** Forgets a stream that is gone. */
    void forget(String stream) {
        next.keySet().removeIf(key -> key.endsWith("@" + stream));
    }
}
