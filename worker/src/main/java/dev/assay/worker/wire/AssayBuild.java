package dev.assay.worker.wire;

import dev.assay.host.ThisMachine;
import dev.assay.model.display.Excerpt;
import dev.assay.worker.wire.proto.HelloReply;
import dev.assay.worker.wire.proto.HelloRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * Which Assay runs where. Figures of two builds are not mixed, even where both call themselves the same version.
 *
 * @param protocol that it speaks
 * @param version such as {@code 0.1.0}
 * @param fingerprint SHA-256 of the sources that it was built from; empty where an older Assay does not tell
 * @param host name of the machine
 */
public record AssayBuild(int protocol, String version, String fingerprint, String host) {
    private static final int SHOWN_DIGITS = 12;

    /** The one that this process runs. */
    public static AssayBuild ofThisProcess() {
        return new AssayBuild(
                WireProtocol.VERSION,
                resource("assay-version.txt"),
                resource("assay-build.txt"),
                new ThisMachine().name());
    }

    /** The coordinator's. */
    public static AssayBuild of(HelloRequest hello) {
        return new AssayBuild(hello.getProtocol(), hello.getAssayVersion(), hello.getBuild(), hello.getHost());
    }

    /** The worker's. */
    public static AssayBuild of(HelloReply hello) {
        return new AssayBuild(hello.getProtocol(), hello.getAssayVersion(), hello.getBuild(), hello.getHost());
    }

    /** Whether the other one is the same program, wherever it runs. */
    public boolean sameAs(AssayBuild other) {
        return protocol == other.protocol && version.equals(other.version) && fingerprint.equals(other.fingerprint);
    }

    /** The message for two ends that are not the same build. */
    public static String mismatch(AssayBuild worker, AssayBuild coordinator) {
        return "the worker on %s is Assay %s, but the coordinator on %s is Assay %s; use the same build at both ends, such as a copy of one folder"
                .formatted(place(worker.host), worker.title(), place(coordinator.host), coordinator.title());
    }

    /** For people, such as {@code 0.1.0 (build 3f9a12c4d5e6, protocol 3)}. */
    public String title() {
        return "%s (build %s, protocol %d)".formatted(Excerpt.of(version), shortFingerprint(), protocol);
    }

    /** Enough digits to tell builds apart by eye. */
    public String shortFingerprint() {
        if (fingerprint.isEmpty()) {
            return "unknown";
        }
        return fingerprint.substring(0, Math.min(SHOWN_DIGITS, fingerprint.length()));
    }

    private static String place(String host) {
        return host.isEmpty() ? "an unnamed machine" : Excerpt.of(host);
    }

    static String resource(String name) {
        try (InputStream in = AssayBuild.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the file " + name + " is missing from the coordination jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
