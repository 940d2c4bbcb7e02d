package dev.assay.omb;

import dev.assay.model.durability.DurabilityLevel;

/** Reads drivers of the OpenMessaging Benchmark for Kafka and Redpanda. */
final class KafkaForeignReader implements ForeignReader {
    @Override
    public String system() {
        return "kafka";
    }

    /** Redpanda's driver with transactions is another class of the same name. */
    @Override
    public boolean readsDriver(String driverClass) {
        return driverClass.endsWith(".KafkaBenchmarkDriver")
                || (driverClass.endsWith(".RedpandaBenchmarkDriver") && !driverClass.contains(".tx."));
    }

    @Override
    public PossibleLevels levels(ForeignDriver driver) {
        return new KafkaOmbDriver(driver).levels();
    }

    @Override
    public void read(ForeignDriver driver, DurabilityLevel level, boolean existing, ImportDraft draft) {
        new KafkaOmbDriver(driver).read(level, existing, draft);
    }
}
