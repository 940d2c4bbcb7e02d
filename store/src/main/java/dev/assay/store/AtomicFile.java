package dev.assay.store;

import dev.assay.host.file.DurableFile;
import java.io.IOException;
import java.nio.file.Path;

/** Writes a file of a run, whole or not at all. */
final class AtomicFile {
    private AtomicFile() {}

    static void write(Path file, byte[] content) {
        try {
            DurableFile.replace(file, content);
        } catch (IOException e) {
            throw StoreException.writing(file, e);
        }
    }
}
