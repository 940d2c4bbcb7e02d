package dev.assay.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/** Writes a file that exists whole or not at all: beside its place, synced, then renamed into it. */
final class AtomicFile {
    private AtomicFile() {}

    static void write(Path file, byte[] content) {
        // Each temporary file has its own name, since a report may be made beside the run, or by two at once.
        Path temporary = file.resolveSibling(file.getFileName() + "." + UUID.randomUUID() + ".tmp");
        try {
            writeAndSync(temporary, content);
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            syncFolder(file);
        } catch (IOException e) {
            StoreException failure = StoreException.writing(file, e);
            try {
                Files.deleteIfExists(temporary);
            } catch (IOException leftBehind) {
                failure.addSuppressed(leftBehind);
            }
            throw failure;
        }
    }

    private static void writeAndSync(Path file, byte[] content) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            ByteBuffer buffer = ByteBuffer.wrap(content);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            channel.force(true);
        }
    }

    /** A rename is durable only once the folder is; where folders cannot be opened (Windows) the rename must do. */
    static void syncFolder(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null
                && folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }
}
