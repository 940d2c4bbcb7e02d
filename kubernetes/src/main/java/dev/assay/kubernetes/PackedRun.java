package dev.assay.kubernetes;

import dev.assay.host.file.DurableFile;
import dev.assay.model.display.LongText;
import dev.assay.model.display.VisibleText;
import dev.assay.store.RunDirectory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * Holds a folder beside the runs here, in which a run that a pod has packed arrives and is unpacked. The run gets its name when it is
 * whole; until then nobody but this user can look at it, and the next try begins anew.
 *
 * <p>Whoever may execute commands in the pod can have packed anything. Nothing but folders and regular files is created, whatever kind an
 * entry claims to have; what an archive says of sizes is not used.
 */
final class PackedRun implements AutoCloseable {
    /** What runs record packs to a half, and the file of them that packs best to a seventeenth. */
    private static final int MOST_UNPACKED = 100;

    /** Lets small runs have a file that packs well. */
    private static final long ANY_RUN_BYTES = 16L << 20;

    /** What an empty file takes. */
    private static final int BLOCK = 4096;

    /** The room that other programs keep on the disk, in bytes. */
    static final long RESERVE = 64L << 20;

    /** What the path of a file has at most; a run has half of it. */
    private static final int MAX_PARTS = 8;

    private static final int BUFFER = 1 << 20;
    private static final String LOCK = "lock";

    /** Lets two files hardly ever have one size; a file that is not written yet has none. */
    private static final int MAX_LOCK_BYTES = 1 << 16;

    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private final Path out;
    private final Path folder;
    private final FileChannel lock;
    private final Room room;

    /** Tells how many bytes are free on the disk of a folder. */
    @FunctionalInterface
    interface Room {
        long freeBytes(Path folder) throws IOException;
    }

    private PackedRun(Path out, Path folder, FileChannel lock, Room room) {
        this.out = out;
        this.folder = folder;
        this.lock = lock;
        this.room = room;
    }

    /**
     * Makes the folder, in place of one that an interrupted try has left.
     *
     * @param out the folder of runs, made where it is missing
     * @param run the name of the run's Job
     * @throws IOException when another process is fetching that run, or nothing can be written there
     */
    static PackedRun of(Path out, String run) throws IOException {
        return of(out, run, place -> Files.getFileStore(place).getUsableSpace());
    }

    static PackedRun of(Path out, String run, Room room) throws IOException {
        Path folder = out.resolve("." + run + DurableFile.UNFINISHED);
        Files.createDirectories(out);
        try {
            createForOwner(folder);
        } catch (FileAlreadyExistsException left) {
            if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
                throw new IOException(folder + " is no folder of Assay's; move it away", left);
            }
        }
        FileChannel lock = FileChannel.open(
                folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        boolean held = false;
        try {
            if (lock.tryLock() == null || !isIn(folder, lock)) {
                throw new IOException("another command is fetching it to " + out);
            }
            PackedRun packed = new PackedRun(out, folder, lock, room);
            packed.empty();
            held = true;
            return packed;
        } finally {
            if (!held) {
                lock.close();
            }
        }
    }

    /** Returns whether the lock is that of the folder: whoever held it before has deleted it with the folder. */
    static boolean isIn(Path folder, FileChannel lock) throws IOException {
        int size = ThreadLocalRandom.current().nextInt(1, MAX_LOCK_BYTES);
        lock.truncate(0);
        lock.write(ByteBuffer.allocate(size), 0);
        try {
            return Files.size(folder.resolve(LOCK)) == size; // To open the file and close it would release the lock.
        } catch (NoSuchFileException deleted) {
            return false;
        }
    }

    private static void createForOwner(Path folder) throws IOException {
        if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createDirectory(folder, OWNER_ONLY);
        } else {
            Files.createDirectory(folder);
        }
    }

    /** Returns the file into which the packed run is to be written. */
    Path file() {
        return folder.resolve("run.zip");
    }

    /** @throws IOException where so many bytes more don't fit on the disk */
    void requireRoom(long bytes) throws IOException {
        long free = room.freeBytes(folder) - RESERVE;
        if (bytes > free) {
            throw new IOException(
                    "%d MiB are needed in %s, and %d MiB are free there; make room, or name another folder by --out"
                            .formatted((bytes + (1 << 20) - 1) >> 20, out, Math.max(0, free) >> 20));
        }
    }

    /**
     * Unpacks the run, and gives it its place. A run of that name stays; where it is the same run, as after a try that was interrupted late,
     * nothing is done.
     *
     * @return its folder; empty where it ended before it had one
     * @throws IOException when it is no run, is larger than one, or does not fit; nothing is left of it then but this folder
     */
    Optional<Path> unpack() throws IOException {
        Path unpacked = folder.resolve("runs");
        createForOwner(unpacked);
        try (ZipFile zip = new ZipFile(file().toFile())) {
            List<? extends ZipEntry> entries = zip.stream().toList();
            if (entries.isEmpty()) {
                return Optional.empty();
            }
            String name = name(entries);
            Path run = unpacked.resolve(name);
            createForOwner(run);
            new Unpacking(zip, unpacked).unpack(entries);
            return Optional.of(place(run, name));
        }
    }

    /** Returns the name of the only topmost folder. */
    private static String name(List<? extends ZipEntry> entries) throws IOException {
        Set<String> names = new HashSet<>();
        for (ZipEntry entry : entries) {
            String[] parts = entry.getName().split("/", -1);
            for (String part : parts) {
                if (part.isEmpty()
                        || part.equals(".")
                        || part.equals("..")
                        || part.indexOf('\\') >= 0
                        || part.codePoints().anyMatch(point -> point < ' ' || VisibleText.isHidden(point))) {
                    throw new IOException(
                            "it has a file '%s', which is no path in the folder of a run".formatted(shown(entry)));
                }
            }
            names.add(parts[0]);
            if (parts.length > MAX_PARTS) {
                throw new IOException("it has a file '%s', which is deeper than any in a run".formatted(shown(entry)));
            }
            if (parts.length < 2 || names.size() > 1 || !RunDirectory.isName(parts[0])) {
                throw new IOException(
                        "it has a file '%s', which is not in the one folder that a run has, <utc>-<scenario>"
                                .formatted(shown(entry)));
            }
        }
        return names.iterator().next();
    }

    private static String shown(ZipEntry entry) {
        return VisibleText.of(LongText.truncate(entry.getName())).replace('\n', ' ');
    }

    private final class Unpacking {
        private final ZipFile zip;
        private final Path root;
        private final long limit;
        private final byte[] buffer = new byte[BUFFER];
        private long used;

        Unpacking(ZipFile zip, Path root) throws IOException {
            this.zip = zip;
            this.root = root;
            this.limit = ANY_RUN_BYTES + MOST_UNPACKED * Files.size(file());
        }

        void unpack(List<? extends ZipEntry> entries) throws IOException {
            for (ZipEntry entry : entries) {
                Path target = root.resolve(entry.getName());
                createFolders(target);
                try (InputStream in = zip.getInputStream(entry);
                        FileChannel written =
                                FileChannel.open(target, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                    use(BLOCK);
                    for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                        use(read);
                        ByteBuffer part = ByteBuffer.wrap(buffer, 0, read);
                        while (part.hasRemaining()) {
                            written.write(part);
                        }
                    }
                    written.force(true);
                } catch (FileAlreadyExistsException e) {
                    throw new IOException("it has two files '%s'".formatted(shown(entry)), e);
                }
            }
        }

        private void createFolders(Path target) throws IOException {
            Path parent = root;
            for (Path part : root.relativize(target)) {
                if (!Files.isDirectory(parent, LinkOption.NOFOLLOW_LINKS)) {
                    use(BLOCK);
                    Files.createDirectory(parent);
                }
                parent = parent.resolve(part);
            }
        }

        private void use(long bytes) throws IOException {
            used += bytes;
            if (used > limit) {
                throw new IOException(
                        "it unpacks to more than %d MiB, which no run of its size does".formatted(limit >> 20));
            }
            requireRoom(bytes);
        }
    }

    private Path place(Path run, String name) throws IOException {
        for (int attempt = 1; ; attempt++) {
            Path target = out.resolve(attempt == 1 ? name : name + "-" + attempt);
            if (!Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
                DurableFile.appear(run, target);
                return target;
            }
            if (hasAll(target, run)) {
                return target;
            }
        }
    }

    /** Returns whether a folder has all files of another. */
    private static boolean hasAll(Path folder, Path other) throws IOException {
        try (Stream<Path> files = Files.walk(other)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path twin = folder.resolve(other.relativize(file));
                if (!Files.isRegularFile(twin, LinkOption.NOFOLLOW_LINKS) || Files.mismatch(file, twin) >= 0) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Deletes all but the lock. */
    private void empty() throws IOException {
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (!file.equals(folder.resolve(LOCK))) {
                    Files.delete(file);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path emptied, @Nullable IOException problem) throws IOException {
                if (problem != null) {
                    throw problem;
                }
                if (!emptied.equals(folder)) {
                    Files.delete(emptied);
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** Deletes the folder. */
    @Override
    public void close() throws IOException {
        try (lock) {
            empty();
            Files.delete(folder.resolve(LOCK));
            Files.delete(folder);
        }
    }
}
