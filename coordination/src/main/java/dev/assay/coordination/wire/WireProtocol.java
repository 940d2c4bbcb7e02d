package dev.assay.coordination.wire;

import io.grpc.Metadata;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The constants that both ends agree on. */
public final class WireProtocol {
    /** Raised with every change of the wire. */
    public static final int VERSION = 2;

    /** Largest message that either end accepts, in bytes; nothing larger is ever sent. */
    public static final int LARGEST_MESSAGE_BYTES = 1 << 20;

    /** Metadata key of the token. */
    public static final Metadata.Key<String> TOKEN = Metadata.Key.of("assay-token", Metadata.ASCII_STRING_MARSHALLER);

    /** Name of the environment variable that holds the token, at both ends. */
    public static final String TOKEN_VARIABLE = "ASSAY_WORKER_TOKEN";

    /** Start of the line that a worker prints once it listens; the address {@code HOST:PORT} follows. */
    public static final String LISTENING = "assay-worker listening on ";

    private WireProtocol() {}

    /** The version of this Assay, such as {@code 0.1.0}. */
    public static String assayVersion() {
        try (InputStream in = WireProtocol.class.getResourceAsStream("assay-version.txt")) {
            if (in == null) {
                throw new IllegalStateException("the file assay-version.txt is missing from the coordination jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The message for two ends that do not fit. */
    public static String mismatch(String worker, int workerProtocol, String coordinator, int coordinatorProtocol) {
        return "the worker is Assay %s (protocol %d), but the coordinator is Assay %s (protocol %d); use the same version at both ends"
                .formatted(worker, workerProtocol, coordinator, coordinatorProtocol);
    }

    /** Whether the other end is the same Assay speaking the same protocol: figures of two versions are not mixed. */
    public static boolean matches(int protocol, String assayVersion) {
        return protocol == VERSION && assayVersion.equals(assayVersion());
    }
}
