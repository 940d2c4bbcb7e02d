package dev.assay.host.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Reads whole files up to a limit, whatever sizes they claim: a device or a pipe has none, and a file may grow. */
public final class BoundedFile {
    private BoundedFile() {}

    /** Returns the content of a file; empty where it has more than {@code maxBytes}. */
    public static Optional<byte[]> bytes(Path file, int maxBytes) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(maxBytes + 1);
            return bytes.length > maxBytes ? Optional.empty() : Optional.of(bytes);
        }
    }

    /**
     * Returns the text of a file; empty where it has more than {@code maxBytes}.
     *
     * @throws java.nio.charset.CharacterCodingException when it is not UTF-8
     */
    public static Optional<String> text(Path file, int maxBytes) throws IOException {
        Optional<byte[]> bytes = bytes(file, maxBytes);
        return bytes.isEmpty()
                ? Optional.empty()
                : Optional.of(StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(bytes.get()))
                        .toString());
    }
}
