package dev.assay.systems.memory.driver;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Holds messages back until those sent before them on the same partition have been delivered. Belongs to the delivering thread, so that the
 * sending one never waits for a consumer.
 */
final class DeliveryOrder {
    private final List<PriorityQueue<PendingMessage>> held = new ArrayList<>();
    private final long[] nextPosition;
    private final Delivery delivery;

    interface Delivery {
        void deliver(int partition, byte[] payload);

        /** Is called after the last message. */
        default void finish() {}
    }

    DeliveryOrder(int partitions, Delivery delivery) {
        this.delivery = delivery;
        this.nextPosition = new long[partitions];
        for (int partition = 0; partition < partitions; partition++) {
            held.add(new PriorityQueue<>(Comparator.comparingLong(PendingMessage::position)));
        }
    }

    void release(PendingMessage message) {
        int partition = message.partition();
        PriorityQueue<PendingMessage> waiting = held.get(partition);
        if (message.position() != nextPosition[partition]) {
            waiting.add(message);
            return;
        }
        deliver(message);
        while (!waiting.isEmpty() && waiting.element().position() == nextPosition[partition]) {
            deliver(waiting.remove());
        }
    }

    /** Delivers messages held back for others that will never come. */
    void releaseRest() {
        for (PriorityQueue<PendingMessage> waiting : held) {
            while (!waiting.isEmpty()) {
                PendingMessage next = waiting.remove();
                nextPosition[next.partition()] = next.position();
                deliver(next);
            }
        }
        delivery.finish();
    }

    private void deliver(PendingMessage message) {
        nextPosition[message.partition()]++;
        delivery.deliver(message.partition(), message.payload());
    }
}
