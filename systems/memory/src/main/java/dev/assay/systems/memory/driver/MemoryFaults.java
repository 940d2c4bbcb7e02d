package dev.assay.systems.memory.driver;

import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.PendingSend;
import dev.assay.driver.TopicSpec;
import dev.assay.model.failure.FailureClass;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the in-memory system does wrong on request, so that it can be tried whether Assay notices. Each producer's messages are
 * counted from 0; of every N of them, the one in the middle meets the fault: of 8000 messages, {@code N = 500} gives 16.
 *
 * @param loseEvery of so many messages one is acknowledged and never delivered; 0 for none
 * @param withholdEvery of so many messages one is acknowledged and stored, but given only to a consumer that comes when all others
 *     of its subscription have left; 0 for none
 * @param duplicateEvery of so many messages one is delivered twice
 * @param reorderEvery of so many messages one is delivered after the next one of its partition
 * @param failEvery of so many messages one is refused, and never delivered
 * @param leaderlessPartition number of the partition of each topic that acknowledges and stores but has no leader to be read from,
 *     counted from 1; 0 for none
 * @param redeliverEvery of so many deliveries from a queue one is not acknowledged, so that it comes again; 0 for none
 */
record MemoryFaults(
        long loseEvery,
        long withholdEvery,
        long duplicateEvery,
        long reorderEvery,
        long failEvery,
        long leaderlessPartition,
        long redeliverEvery) {
    /** A sound system. */
    static final MemoryFaults NONE = new MemoryFaults(0, 0, 0, 0, 0, 0, 0);

    /** Whether the fault that meets one of so many messages meets that one. */
    static boolean meets(long every, long index) {
        return every > 0 && index % every == every / 2;
    }

    /**
     * Where one producer's messages go, by way of the faults of delivery.
     *
     * @param store takes what is withheld
     */
    DeliveryOrder.Delivery delivery(int partitions, DeliveryOrder.Delivery sound, DeliveryOrder.Delivery store) {
        return loseEvery + withholdEvery + duplicateEvery + reorderEvery + leaderlessPartition == 0
                ? sound
                : new InjectedDelivery(this, partitions, sound, store);
    }

    /** Why the end of a partition of that topic can't be had; empty where all have leaders. */
    Optional<String> leaderless(TopicSpec topic) {
        return leaderlessPartition == 0 || leaderlessPartition > topic.partitions()
                ? Optional.empty()
                : Optional.of("partition %d of topic %s has no leader, as set by systems.memory.leaderless-partition"
                        .formatted(leaderlessPartition, topic.name()));
    }

    /** A producer with the faults of sending. */
    DriverProducer producer(DriverProducer sound) {
        return failEvery == 0 ? sound : new Refusing(sound, failEvery);
    }

    /** Refuses one of so many messages. */
    private static final class Refusing implements DriverProducer {
        private final DriverProducer sound;
        private final long every;
        private long count;

        Refusing(DriverProducer sound, long every) {
            this.sound = sound;
            this.every = every;
        }

        @Override
        public PendingSend newPendingSend(PendingSend.Listener listener) {
            return sound.newPendingSend(listener);
        }

        @Override
        public void send(byte[] payload, byte @Nullable [] key, PendingSend pendingSend) {
            if (meets(every, count++)) {
                pendingSend.failed(DriverException.ofMessage(
                        FailureClass.REFUSED, "fail-every", "refused, as set by systems.memory.fail-every", null));
            } else {
                sound.send(payload, key, pendingSend);
            }
        }

        @Override
        public void flush() {
            sound.flush();
        }

        @Override
        public void close() throws DriverException {
            sound.close();
        }
    }

    /** Loses, withholds, doubles and swaps messages of one producer as planned. */
    private static final class InjectedDelivery implements DeliveryOrder.Delivery {
        private final MemoryFaults faults;
        private final DeliveryOrder.Delivery sound;
        private final DeliveryOrder.Delivery store;
        private final byte[] @Nullable [] held;
        private long count;

        InjectedDelivery(
                MemoryFaults faults, int partitions, DeliveryOrder.Delivery sound, DeliveryOrder.Delivery store) {
            this.faults = faults;
            this.sound = sound;
            this.store = store;
            this.held = new byte[partitions][];
        }

        @Override
        public synchronized void deliver(int partition, byte[] payload) {
            long index = count++;
            if (partition + 1 == faults.leaderlessPartition()) {
                return;
            }
            if (MemoryFaults.meets(faults.loseEvery(), index)) {
                return;
            }
            if (MemoryFaults.meets(faults.withholdEvery(), index)) {
                store.deliver(partition, payload);
                return;
            }
            if (MemoryFaults.meets(faults.reorderEvery(), index) && held[partition] == null) {
                // Whoever sends may use the array again.
                held[partition] = payload.clone();
                return;
            }
            sound.deliver(partition, payload);
            if (MemoryFaults.meets(faults.duplicateEvery(), index)) {
                sound.deliver(partition, payload);
            }
            release(partition);
        }

        private void release(int partition) {
            byte @Nullable [] late = held[partition];
            if (late != null) {
                held[partition] = null;
                sound.deliver(partition, late);
            }
        }

        /** What nothing came after is not out of order, and not lost either. */
        @Override
        public synchronized void finish() {
            for (int partition = 0; partition < held.length; partition++) {
                release(partition);
            }
            sound.finish();
        }
    }
}
