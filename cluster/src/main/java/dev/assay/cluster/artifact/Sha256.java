package dev.assay.cluster.artifact;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

public final class Sha256 {
    private Sha256() {}

    static byte[] digest(byte[] content) {
        return algorithm().digest(content);
    }

    /** Digests a file's content, in hexadecimal digits. */
    public static String ofFile(Path file) throws IOException {
        MessageDigest algorithm = algorithm();
        byte[] chunk = new byte[1 << 16];
        try (InputStream in = Files.newInputStream(file)) {
            for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
                algorithm.update(chunk, 0, read);
            }
        }
        return HexFormat.of().formatHex(algorithm.digest());
    }

    /** Wraps a stream, whose content {@link #of} digests while somebody reads it; the caller closes the original. */
    static DigestInputStream reading(InputStream content) {
        return new DigestInputStream(content, algorithm());
    }

    static String of(DigestInputStream read) {
        return HexFormat.of().formatHex(read.getMessageDigest().digest());
    }

    private static MessageDigest algorithm() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256, but this one does not", e);
        }
    }
}
