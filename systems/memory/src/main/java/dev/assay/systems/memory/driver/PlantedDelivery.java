package dev.assay.systems.memory.driver;

import org.jspecify.annotations.Nullable;

/** Loses, withholds, doubles and swaps messages of one producer as planned. */
final class PlantedDelivery implements DeliveryOrder.Delivery {
    private final PlantedFaults faults;
    private final DeliveryOrder.Delivery sound;
    private final DeliveryOrder.Delivery store;
    private final byte[] @Nullable [] held;
    private long count;

    PlantedDelivery(PlantedFaults faults, int partitions, DeliveryOrder.Delivery sound, DeliveryOrder.Delivery store) {
        this.faults = faults;
        this.sound = sound;
        this.store = store;
        this.held = new byte[partitions][];
    }

    @Override
    public synchronized void deliver(int partition, byte[] payload) {
        long index = count++;
        if (PlantedFaults.meets(faults.loseEvery(), index)) {
            return;
        }
        if (PlantedFaults.meets(faults.withholdEvery(), index)) {
            store.deliver(partition, payload);
            return;
        }
        if (PlantedFaults.meets(faults.reorderEvery(), index) && held[partition] == null) {
            // Whoever sends may use the array again.
            held[partition] = payload.clone();
            return;
        }
        sound.deliver(partition, payload);
        if (PlantedFaults.meets(faults.duplicateEvery(), index)) {
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
