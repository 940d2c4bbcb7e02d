package dev.assay.model.foreign;

import dev.assay.model.durability.DurabilityLevel;
import java.util.List;
import java.util.ServiceLoader;

/**
 * What a system makes of other benchmarks' descriptions of it. Those on the class path are found by {@link ServiceLoader}, as all
 * that is known of a system is in its own folder.
 */
public interface ForeignReader {
    /** The system's key in scenarios. */
    String system();

    /** Whether a driver of the OpenMessaging Benchmark is for this system. */
    boolean readsDriver(String driverClass);

    /** The durability levels that such a driver file fits. */
    PossibleLevels levels(ForeignDriver driver);

    /**
     * Reads such a driver file.
     *
     * @param level what the scenario will ask for; one that the file does not fit where people chose it
     * @param existing whether the cluster that the file names is to be measured, and not one that Assay starts
     */
    void read(ForeignDriver driver, DurabilityLevel level, boolean existing, ImportDraft draft);

    /** Every reader on the class path. */
    static List<ForeignReader> installed() {
        return ServiceLoader.load(ForeignReader.class, ForeignReader.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
    }
}
