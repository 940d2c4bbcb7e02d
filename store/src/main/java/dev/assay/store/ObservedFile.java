package dev.assay.store;

import dev.assay.host.file.RecordJson;
import dev.assay.model.result.ObservedMachine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * {@code observed.json} of a trial: the machines that observers watched. A trial without observers has none.
 *
 * @param machines by their names in the series
 */
record ObservedFile(Map<String, ObservedMachine> machines) {
    static final String NAME = "observed.json";

    /** @param folder the trial's */
    static void write(Path folder, Map<String, ObservedMachine> machines) {
        if (!machines.isEmpty()) {
            AtomicFile.write(folder.resolve(NAME), RecordJson.bytes(new ObservedFile(new TreeMap<>(machines))));
        }
    }

    /** @param folder the trial's */
    static Map<String, ObservedMachine> read(Path folder) {
        Path file = folder.resolve(NAME);
        return Files.isRegularFile(file)
                ? Map.copyOf(RecordFile.record(file, RecordFile.readTree(file), ObservedFile.class)
                        .machines())
                : Map.of();
    }
}
