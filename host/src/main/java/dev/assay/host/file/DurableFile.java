package dev.assay.host.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Writes files that exist whole or not at all, whatever happens to the machine: each is written beside its place and
 * synced, then renamed, and the folder is synced, since a rename is no more durable than its folder.
 */
public final class DurableFile {
    private static final Set<PosixFilePermission> OWNER_ONLY =
            Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

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
        Files.deleteIfExists(fresh);
        replace(file, fresh, content, OWNER_ONLY);
    }

    /**
     * Writes a file that has the permissions of the one that it replaces, or else those that the user's mask lets it have. Of several at
     * once, the last one's file stays.
     */
    public static void replace(Path file, byte[] content) throws IOException {
        replace(
                file,
                temporary(file),
                content,
                isPosix(file) && Files.exists(file) ? Files.getPosixFilePermissions(file) : null);
    }

    private static void replace(Path file, Path fresh, byte[] content, @Nullable Set<PosixFilePermission> permissions)
            throws IOException {
        try {
            if (permissions == null) {
                writeAndSync(fresh, content);
            } else {
                writeAndSync(fresh, content, PosixFilePermissions.asFileAttribute(permissions));
                // The mask may have taken some away.
                Files.setPosixFilePermissions(fresh, permissions);
            }
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            syncFolder(file);
        } catch (IOException e) {
            delete(fresh, e);
            throw e;
        }
    }

    /**
     * Writes new files, all of them or none, which others may read as far as the user's mask lets them.
     *
     * @throws FileAlreadyExistsException naming the first that exists
     */
    public static void create(Map<Path, byte[]> files) throws IOException {
        Map<Path, Path> unfinished = new LinkedHashMap<>();
        Set<Path> written = new LinkedHashSet<>();
        try {
            for (Map.Entry<Path, byte[]> file : files.entrySet()) {
                Path fresh = temporary(file.getKey());
                unfinished.put(fresh, file.getKey());
                written.add(fresh);
                writeAndSync(fresh, file.getValue());
            }
            for (Map.Entry<Path, Path> file : unfinished.entrySet()) {
                name(file.getKey(), file.getValue());
                written.add(file.getValue());
                Files.deleteIfExists(file.getKey());
                written.remove(file.getKey());
                syncFolder(file.getValue());
            }
        } catch (IOException e) {
            written.forEach(file -> delete(file, e));
            throw e;
        }
    }

    /** Links, since a rename replaces a file that appears at the last moment; where the file system has no links, it looks before. */
    private static void name(Path fresh, Path file) throws IOException {
        try {
            Files.createLink(file, fresh);
        } catch (FileAlreadyExistsException e) {
            throw new FileAlreadyExistsException(file.toString());
        } catch (IOException | UnsupportedOperationException noLinks) {
            Files.move(fresh, file);
        }
    }

    /** Returns a name for one use, since two processes may write the same report at once. */
    private static Path temporary(Path file) {
        return file.resolveSibling(file.getFileName() + "." + UUID.randomUUID() + ".tmp");
    }

    private static void delete(Path file, IOException failure) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException stays) {
            failure.addSuppressed(stays);
        }
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

    private static void writeAndSync(Path file, byte[] content, FileAttribute<?>... attributes) throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), attributes)) {
            ByteBuffer buffer = ByteBuffer.wrap(content);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            channel.force(true);
        }
    }

    /** Makes a name durable, as far as the file system has folders that can be opened. */
    public static void syncFolder(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null && isPosix(folder)) {
            try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }

    private static boolean isPosix(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
