package dev.assay.systems.pulsar.driver;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.pulsar.client.api.Consumer;
import org.apache.pulsar.client.api.ConsumerEventListener;

/** Hears from brokers for which partitions a consumer of a failover subscription is the active one. */
final class ActivePartitions implements ConsumerEventListener {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // never written: the client only asks for the type
    private final Set<Integer> active = ConcurrentHashMap.newKeySet();

    @Override
    public void becameActive(Consumer<?> consumer, int partition) {
        active.add(partition);
    }

    @Override
    public void becameInactive(Consumer<?> consumer, int partition) {
        active.remove(partition);
    }

    int count() {
        return active.size();
    }
}
