package dev.assay.host.calibration;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Accesses the disk under a folder. Its files have no name once they are open, so the kernel frees them whatever becomes of
 * this process.
 */
public final class DirectDisk implements DiskAccess {
    private static final int MAX_BYTES = 1 << 20;
    private static final Set<OpenOption> BOTH_WAYS = Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE);

    private final Path folder;
    private final FileStore store;
    private final FileChannel appended;
    private final @Nullable FileChannel direct;
    private final String refusal;
    private final ByteBuffer block;
    private long written;
    private long readUpTo;

    private DirectDisk(
            Path folder,
            FileStore store,
            FileChannel appended,
            @Nullable FileChannel direct,
            String refusal,
            ByteBuffer block) {
        this.folder = folder;
        this.store = store;
        this.appended = appended;
        this.direct = direct;
        this.refusal = refusal;
        this.block = block;
    }

    /**
     * Opens the disk under an existing folder.
     *
     * @throws IOException when no file can be made there
     */
    public static DirectDisk of(Path folder) throws IOException {
        FileStore store = Files.getFileStore(folder);
        FileChannel appended = unnamed(folder, Set.of(StandardOpenOption.WRITE));
        FileChannel direct = null;
        String refusal = "";
        try {
            direct = unnamed(folder, options());
        } catch (IOException | UnsupportedOperationException e) {
            refusal = store.type() + " does not support direct I/O (" + e.getMessage() + ")";
        }
        int alignment = Math.max(4096, Math.toIntExact(Math.min(MAX_BYTES, store.getBlockSize())));
        return new DirectDisk(folder, store, appended, direct, refusal, filled(alignment));
    }

    private static Set<OpenOption> options() {
        Set<OpenOption> options = new HashSet<>(BOTH_WAYS);
        options.add(direct());
        return options;
    }

    /** Looks the option up by its name, as it belongs to the JDK and not to Java. */
    private static OpenOption direct() {
        try {
            return Arrays.stream(
                            Class.forName("com.sun.nio.file.ExtendedOpenOption").getEnumConstants())
                    .filter(option -> option.toString().equals("DIRECT"))
                    .map(OpenOption.class::cast)
                    .findFirst()
                    .orElseThrow(() -> new UnsupportedOperationException("this JVM has none"));
        } catch (ClassNotFoundException e) {
            throw new UnsupportedOperationException("this JVM has none", e);
        }
    }

    private static FileChannel unnamed(Path folder, Set<OpenOption> options) throws IOException {
        Path file = Files.createTempFile(folder, "assay-calibrate-", ".tmp");
        try {
            return FileChannel.open(file, options);
        } finally {
            Files.delete(file);
        }
    }

    /** Fills a buffer at random, as disks may keep zeros or compress repetitions. */
    private static ByteBuffer filled(int alignment) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(MAX_BYTES + alignment).alignedSlice(alignment);
        byte[] random = new byte[MAX_BYTES];
        new Random(42).nextBytes(random);
        buffer.put(0, random);
        return buffer;
    }

    @Override
    public String folder() {
        return folder.toString();
    }

    @Override
    public String fileSystem() {
        return store.type() + " on " + store.name();
    }

    @Override
    public long freeBytes() throws IOException {
        return store.getUsableSpace();
    }

    @Override
    public Optional<String> refusesDirect() {
        return direct == null ? Optional.of(refusal) : Optional.empty();
    }

    @Override
    public void write(int bytes) throws IOException {
        FileChannel channel = opened();
        ByteBuffer source = block.clear().limit(bytes);
        while (source.hasRemaining()) {
            written += channel.write(source, written);
        }
    }

    @Override
    public void read(int bytes) throws IOException {
        FileChannel channel = opened();
        ByteBuffer target = block.clear().limit(bytes);
        while (target.hasRemaining()) {
            int count = channel.read(target, readUpTo);
            if (count < 0) {
                throw new EOFException("only " + readUpTo + " bytes were written to be read again");
            }
            readUpTo += count;
        }
    }

    private FileChannel opened() throws IOException {
        if (direct == null) {
            throw new IOException(refusal);
        }
        return direct;
    }

    @Override
    public void append(int bytes) throws IOException {
        ByteBuffer source = block.clear().limit(bytes);
        while (source.hasRemaining()) {
            appended.write(source);
        }
    }

    @Override
    public void sync() throws IOException {
        appended.force(false);
    }

    @Override
    public void close() throws IOException {
        try (FileChannel _ = appended) {
            if (direct != null) {
                direct.close();
            }
        }
    }
}
