package dev.assay.worker.wire;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.assay.host.ThisMachine;
import dev.assay.model.display.LongText;
import dev.assay.model.resource.TextResource;

/**
 * Identifies which Assay runs where. Values of two builds are not mixed, even where both call themselves the same version.
 * Both ends begin with it; its components never change, so that any two builds can name each other, and components that
 * another build adds are ignored.
 *
 * @param version such as {@code 0.1.0}
 * @param fingerprint SHA-256 of the sources that it was built from; empty where it is not known
 * @param host name of the machine
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record AssayBuild(int protocol, String version, String fingerprint, String host) {
    private static final int SHOWN_DIGITS = 12;

    public static AssayBuild ofThisProcess() {
        return new AssayBuild(
                WireProtocol.VERSION,
                resource("assay-version.txt"),
                resource("assay-build.txt"),
                new ThisMachine().name());
    }

    /** Tells whether the other one is the same program, wherever it runs. */
    public boolean sameAs(AssayBuild other) {
        return protocol == other.protocol && version.equals(other.version) && fingerprint.equals(other.fingerprint);
    }

    public static String mismatch(AssayBuild worker, AssayBuild coordinator) {
        return "the worker on %s is Assay %s, but the coordinator on %s is Assay %s; use the same build at both ends, such as a copy of one folder"
                .formatted(place(worker.host), worker.title(), place(coordinator.host), coordinator.title());
    }

    /** Returns the message where the hello of the other end can't be read. */
    public static String misunderstood(AssayBuild build, IllegalArgumentException problem) {
        return "the other end sent a hello that Assay %s on %s does not understand (%s); use the same build at both ends, such as a copy of one folder"
                .formatted(build.title(), place(build.host), problem.getMessage());
    }

    /** Returns a text for people, such as {@code 0.1.0 (build 3f9a12c4d5e6, protocol 3)}. */
    public String title() {
        return "%s (build %s, protocol %d)".formatted(LongText.truncate(version), shortFingerprint(), protocol);
    }

    /** Returns enough digits to tell builds apart by eye. */
    public String shortFingerprint() {
        if (fingerprint.isEmpty()) {
            return "unknown";
        }
        return fingerprint.substring(0, Math.min(SHOWN_DIGITS, fingerprint.length()));
    }

    private static String place(String host) {
        return host.isEmpty() ? "an unnamed machine" : LongText.truncate(host);
    }

    static String resource(String name) {
        return TextResource.of(AssayBuild.class, name).strip();
    }
}
