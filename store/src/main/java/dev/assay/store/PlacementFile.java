package dev.assay.store;

import dev.assay.host.file.RecordJson;
import dev.assay.model.result.Placement;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads and writes {@code placement.json} of a trial whose workers are pods. Other trials have none. */
public final class PlacementFile {
    static final String NAME = "placement.json";

    private static final String IMAGE = "image";

    private PlacementFile() {}

    public static byte[] bytes(Placement placement) {
        return RecordJson.bytes(placement);
    }

    /**
     * Reads the placement in {@code file}.
     *
     * @throws StoreException when the file can't be read, or is no placement
     */
    public static Placement of(Path file) {
        JsonNode tree = RecordFile.readTree(file);
        for (JsonNode worker : tree.path("workers")) {
            if (worker instanceof ObjectNode pod && !pod.has(IMAGE)) {
                pod.put(IMAGE, ""); // Runs of earlier builds have none.
            }
        }
        return RecordFile.record(file, tree, Placement.class);
    }

    /** @param folder the trial's */
    static void write(Path folder, Placement placement) {
        AtomicFile.write(folder.resolve(NAME), bytes(placement));
    }

    /** @param folder the trial's */
    static Optional<Placement> read(Path folder) {
        Path file = folder.resolve(NAME);
        return Files.isRegularFile(file) ? Optional.of(of(file)) : Optional.empty();
    }
}
