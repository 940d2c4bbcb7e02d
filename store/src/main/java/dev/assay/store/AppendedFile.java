package dev.assay.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Appends lines to a file that grows while a run goes. Whole lines are handed to the operating system at once, so they outlive
 * this process however it ends; a reader leaves out a last line without its line end.
 */
final class AppendedFile implements AutoCloseable {
    private final Path path;
    private final FileChannel channel;
    private @Nullable StoreException failure;

    /** Creates the file; it must not exist, unless it is a device. */
    AppendedFile(Path path) {
        this.path = path;
        boolean device = Files.exists(path) && !Files.isRegularFile(path);
        Set<StandardOpenOption> options = device
                ? Set.of(StandardOpenOption.WRITE)
                : Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try {
            channel = FileChannel.open(path, options);
        } catch (IOException e) {
            throw StoreException.writing(path, e);
        }
    }

    /**
     * Appends whole lines.
     *
     * @throws StoreException when that fails; the file takes nothing more then, as its last line may be cut short
     */
    void append(byte[] lines) {
        if (failure != null) {
            throw failure;
        }
        try {
            ByteBuffer buffer = ByteBuffer.wrap(lines);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
        } catch (IOException e) {
            failure = StoreException.writing(path, e);
            throw failure;
        }
    }

    /** Makes what was appended outlive a power failure. */
    void sync() {
        if (failure != null) {
            throw failure;
        }
        try {
            channel.force(true);
        } catch (IOException e) {
            throw StoreException.writing(path, e);
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw StoreException.writing(path, e);
        }
    }
}
