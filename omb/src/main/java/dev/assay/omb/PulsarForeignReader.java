package dev.assay.omb;

import dev.assay.model.durability.DurabilityLevel;

final class PulsarForeignReader implements ForeignReader {
    @Override
    public String system() {
        return "pulsar";
    }

    @Override
    public boolean readsDriver(String driverClass) {
        return driverClass.endsWith(".PulsarBenchmarkDriver");
    }

    /** Returns two levels each, since whether bookies sync is a setting of theirs, and not in the driver's file; by default they do. */
    @Override
    public PossibleLevels levels(ForeignDriver driver) {
        long ack = driver.whole(PulsarOmbDriver.ACK_QUORUM, 2);
        String why = "ackQuorum=" + ack + ", and bookies that sync their journals, as they do by default";
        return ack <= 1
                ? PossibleLevels.of(why, DurabilityLevel.LEVEL_3, DurabilityLevel.LEVEL_4)
                : PossibleLevels.of(why, DurabilityLevel.LEVEL_1, DurabilityLevel.LEVEL_2);
    }

    @Override
    public void read(ForeignDriver driver, DurabilityLevel level, boolean existing, ImportDraft draft) {
        new PulsarOmbDriver(driver, existing, draft).read();
    }
}
