package dev.assay.systems.memory.driver;

import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.PendingSend;
import dev.assay.driver.TopicSpec;
import dev.assay.model.failure.FailureClass;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Injects faults on request, to try whether Assay notices them. Each producer's messages are counted from 0; of every N of them, the one in
 * the middle meets the fault: of 8000 messages, {@code N = 500} gives 16.
 *
 * @param loseEvery one of so many messages is acknowledged and never delivered; 0 for none
 * @param withholdEvery one of so many messages is acknowledged and stored, but given only to a consumer that comes when all others of its
 * subscription have left; 0 for none
 * @param duplicateEvery one of so many messages is delivered twice; 0 for none
 * @param reorderEvery one of so many messages is delivered after the next one of its partition; 0 for none
 * @param failEvery one of so many messages is refused, and never delivered; 0 for none
 * @param leaderlessPartition number of the partition of each topic that acknowledges and stores but has no leader to be read from, counted
 * from 1; 0 for none
 * @param redeliverEvery one of so many deliveries from a queue is not acknowledged, so that the message comes again; 0 for none
 */
record MemoryFaults(
        long loseEvery,
        long withholdEvery,
        long duplicateEvery,
        long reorderEvery,
        long failEvery,
        long leaderlessPartition,
        long redeliverEvery) {
    static final MemoryFaults NONE = new MemoryFaults(0, 0, 0, 0, 0, 0, 0);

    /** Returns whether a fault of one in {@code every} messages meets the message at {@code index}. */
    static boolean meets(long every, long index) {
        return every > 0 && index % every == every / 2;
    }

    /**
     * Returns the delivery of one producer's messages, with the faults that concern it.
     *
     * @param store takes messages that are withheld
     */
    DeliveryOrder.Delivery delivery(int partitions, DeliveryOrder.Delivery sound, DeliveryOrder.Delivery store) {
        return loseEvery + withholdEvery + duplicateEvery + reorderEvery + leaderlessPartition == 0
                ? sound
                : new InjectedDelivery(this, partitions, sound, store);
    }

    /** Returns why the end of a partition of the topic can't be determined; empty where all have leaders. */
    Optional<String> leaderless(TopicSpec topic) {
        return leaderlessPartition == 0 || leaderlessPartition > topic.partitions()
                ? Optional.empty()
                : Optional.of("partition %d of topic %s has no leader, as set by systems.memory.leaderless-partition"
                        .formatted(leaderlessPartition, topic.name()));
    }

    DriverProducer producer(DriverProducer sound) {
        return failEvery == 0 ? sound : new Refusing(sound, failEvery);
    }

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
                // The sender may reuse the array.
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

        /** Delivers messages held back that no other followed: they are neither out of order nor lost. */
        @Override
        public synchronized void finish() {
            for (int partition = 0; partition < held.length; partition++) {
                release(partition);
            }
            sound.finish();
        }
    }
}
