package dev.assay.store;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A file of lines that grows while a run goes. Whole lines are handed to the operating system at once, so they outlive
 * this process however it ends; a reader leaves out a last line without its line end.
 */
final class AppendedFile implements AutoCloseable {
    private static final int BUFFER_BYTES = 1 << 16;

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

    /** All lines of such a file that were written whole; nothing when there is no such file. */
    static byte[] wholeLines(Path file) {
        try {
            byte[] content = Files.readAllBytes(file);
            int end = content.length;
            while (end > 0 && content[end - 1] != '\n') {
                end--;
            }
            return end == content.length ? content : Arrays.copyOf(content, end);
        } catch (NoSuchFileException never) {
            return new byte[0]; // nothing was appended before the run ended
        } catch (IOException e) {
            throw StoreException.reading(file, e);
        }
    }

    /** The same line by line, without their ends, for files that need not fit into memory. */
    static void eachWholeLine(Path file, Consumer<String> sink) {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] buffer = new byte[BUFFER_BYTES];
            int kept = 0;
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer, kept, buffer.length - kept)) {
                int begin = 0;
                for (int i = kept; i < kept + read; i++) {
                    if (buffer[i] == '\n') {
                        sink.accept(new String(buffer, begin, i - begin, StandardCharsets.UTF_8));
                        begin = i + 1;
                    }
                }
                kept += read - begin;
                System.arraycopy(buffer, begin, buffer, 0, kept);
                buffer = kept < buffer.length ? buffer : Arrays.copyOf(buffer, 2 * buffer.length);
            }
        } catch (NoSuchFileException never) {
            // nothing was appended before the run ended
        } catch (IOException e) {
            throw StoreException.reading(file, e);
        }
    }
}
