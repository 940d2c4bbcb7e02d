package dev.assay.store;

import dev.assay.host.file.RecordJson;
import java.io.IOException;
import java.nio.file.Path;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Reads records from files, in two steps, so that a file can be looked at before a record is made of it. */
final class RecordFile {
    private RecordFile() {}

    static JsonNode readTree(Path file) {
        try {
            return RecordJson.tree(StoredBytes.of(file));
        } catch (JacksonException e) {
            throw StoreException.damaged(file, e.getOriginalMessage() + place(e));
        } catch (IOException e) {
            throw StoreException.reading(file, e);
        }
    }

    static <T> T record(Path file, JsonNode tree, Class<T> type) {
        try {
            T record = RecordJson.record(tree, type);
            if (record == null) {
                throw StoreException.damaged(file, "it contains nothing but null");
            }
            return record;
        } catch (JacksonException e) {
            throw StoreException.damaged(file, e.getOriginalMessage());
        }
    }

    private static String place(JacksonException e) {
        return e.getLocation() == null
                ? ""
                : " at line %d, column %d"
                        .formatted(e.getLocation().getLineNr(), e.getLocation().getColumnNr());
    }
}
