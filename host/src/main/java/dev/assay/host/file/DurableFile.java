package dev.assay.host.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;

/**
 * Writes a small file that exists whole or not at all, whatever happens to the machine: it is written beside its place and
 * synced, then renamed, and the folder is synced, since a rename is no more durable than its folder.
 */
public final class DurableFile {
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    /** Is the ending of files that a killed process has not finished. */
    public static final String UNFINISHED = ".new";

    private DurableFile() {}

    /**
     * Writes a record. When it returns, the record is on disk; when it throws, the earlier file is unchanged. Nobody but the
     * owner can read it.
     */
    public static void write(Path file, Record record) throws IOException {
        write(file, RecordJson.bytes(record));
    }

    /** @throws IOException when the file can't be read, or holds no such record */
    public static <T extends Record> T read(Path file, Class<T> type) throws IOException {
        try {
            return RecordJson.record(Files.readString(file), type);
        } catch (IllegalArgumentException e) {
            throw new IOException("it is damaged: " + e.getMessage(), e);
        }
    }

    /** Writes lines as durably as a record. Of several threads that write the same file, all but one must wait. */
    public static void write(Path file, List<String> lines) throws IOException {
        write(file, (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static void write(Path file, byte[] content) throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + UNFINISHED);
        try {
            writeAndSync(fresh, content);
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(fresh);
        }
        syncFolder(file);
    }

    /**
     * Gives a folder its name: as soon as it appears it has all its files, whatever happens to the machine. They must be synced.
     *
     * @param folder must not exist, unless it is empty
     */
    public static void appear(Path fresh, Path folder) throws IOException {
        Files.move(fresh, folder, StandardCopyOption.ATOMIC_MOVE);
        syncFolder(folder);
    }

    private static void writeAndSync(Path file, byte[] content) throws IOException {
        Files.deleteIfExists(file);
        try (FileChannel channel =
                FileChannel.open(file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), OWNER_ONLY)) {
            ByteBuffer buffer = ByteBuffer.wrap(content);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            channel.force(true);
        }
    }

    private static void syncFolder(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
