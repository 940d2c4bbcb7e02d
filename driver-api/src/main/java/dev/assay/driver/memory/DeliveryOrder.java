package dev.assay.driver.memory;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Holds messages back until those sent before them on the same partition have been delivered. */
final class DeliveryOrder {
    private final List<Deque<Pending>> sent = new ArrayList<>();
    private final Set<Long> released = new HashSet<>();
    private final Delivery delivery;

    /** Where released messages go. */
    interface Delivery {
        void deliver(int partition, byte[] payload);
    }

    DeliveryOrder(int partitions, Delivery delivery) {
        this.delivery = delivery;
        for (int partition = 0; partition < partitions; partition++) {
            sent.add(new ArrayDeque<>());
        }
    }

    synchronized void expect(Pending message) {
        sent.get(message.partition()).add(message);
    }

    synchronized void release(Pending message) {
        released.add(message.index());
        Deque<Pending> queue = sent.get(message.partition());
        while (!queue.isEmpty() && released.remove(queue.peek().index())) {
            Pending next = queue.remove();
            delivery.deliver(next.partition(), next.payload());
        }
    }
}
