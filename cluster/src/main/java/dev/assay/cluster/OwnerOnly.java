package dev.assay.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Makes files that nobody but their owner can read, from their first byte on. */
public final class OwnerOnly {
    private OwnerOnly() {}

    /** Makes an empty file, replacing an existing one. */
    public static void create(Path file) throws IOException {
        Files.deleteIfExists(file);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }

    public static void write(Path file, String text) throws IOException {
        create(file);
        Files.writeString(file, text);
    }
}
