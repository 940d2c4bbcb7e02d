package dev.assay.omb;

import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.MessagingSystem;
import java.util.List;

/** Reads other benchmarks' descriptions of one system. */
interface ForeignReader {
    String system();

    /** Tells whether a driver of the OpenMessaging Benchmark is for this system. */
    boolean readsDriver(String driverClass);

    /**
     * Tells whether the system's client itself fills in a variable of such a driver file, so that it is kept.
     *
     * @param variable the text within <code>${...}</code>, such as {@code env:BROKERS}
     * @param text the whole file
     */
    default boolean fillsIn(String variable, String text) {
        return false;
    }

    PossibleLevels levels(ForeignDriver driver);

    /**
     * Reads such a driver file.
     *
     * @param level what the scenario will ask for; it may not fit the file where people chose it
     * @param existing whether the cluster that the file names is to be measured, and not one that Assay starts
     */
    void read(ForeignDriver driver, DurabilityLevel level, boolean existing, ImportDraft draft);

    static List<ForeignReader> installed() {
        List<ForeignReader> all = List.of(
                new KafkaForeignReader(),
                new NatsForeignReader(),
                new PulsarForeignReader(),
                new RabbitMqForeignReader());
        return all.stream()
                .filter(reader -> MessagingSystem.names().contains(reader.system()))
                .toList();
    }
}
