package dev.assay.worker.wire;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * Defines what both ends agree on: a few calls of gRPC, whose messages are records in {@link WireFormat}. gRPC passes bytes,
 * and the code that takes them in decodes them: so waiting messages are small, and a side that can't read them knows which
 * worker to name.
 */
public final class WireProtocol {
    /** Names the service, which has all the calls; workers don't have those of observers, nor observers that of trials. */
    public static final String SERVICE = "assay.worker.Worker";

    /** Asks who the other end is, and whether both understand each other: an {@link AssayBuild} is answered with a {@link Greeting}. */
    public static final MethodDescriptor<byte[], byte[]> HELLO = method("Hello", MethodType.UNARY);

    /** Reads the worker's clock: an empty message is answered with a {@link ClockReading}. */
    public static final MethodDescriptor<byte[], byte[]> READ_CLOCK = method("ReadClock", MethodType.UNARY);

    /**
     * Runs one trial: each {@link Command} is answered with an {@link Event} or several, and there are events without a command.
     * The worker takes one trial at a time. When the stream ends early, or is silent for two minutes, the worker ends the load
     * and cleans up.
     */
    public static final MethodDescriptor<byte[], byte[]> TRIAL = method("Trial", MethodType.BIDI_STREAMING);

    /**
     * Sends what an observer sees of its machine and of servers there, until the call is cancelled: an empty message is answered
     * with {@link Observation}s, of which the first is an {@link Observation.Sight}.
     */
    public static final MethodDescriptor<byte[], byte[]> OBSERVE = method("Observe", MethodType.SERVER_STREAMING);

    /** Writes all that is dirty on an observer's machine to its disks and drops the page cache there. Request and answer are empty. */
    public static final MethodDescriptor<byte[], byte[]> DROP_PAGE_CACHE = method("DropPageCache", MethodType.UNARY);

    /** Stands in a {@link Greeting} in place of a system where an observer answers, which drives none. */
    public static final String OBSERVER = "observer";

    /** Is raised with every change of the wire. */
    public static final int VERSION = 16;

    /** Is the largest event of a worker, in bytes; nothing larger is ever sent. */
    public static final int LARGEST_MESSAGE_BYTES = 1 << 20;

    /** Is the largest command that a worker accepts, in bytes: the assignment of ten thousand topics takes a few MiB. */
    public static final int LARGEST_COMMAND_BYTES = 1 << 25;

    public static final Metadata.Key<String> TOKEN = Metadata.Key.of("assay-token", Metadata.ASCII_STRING_MARSHALLER);

    /** Names the environment variable that holds the token, at both ends, for workers that people start. */
    public static final String TOKEN_VARIABLE = "ASSAY_WORKER_TOKEN";

    /**
     * Is the option of workers whose caller is their owner, who has started their process and reads what it prints: the first line
     * of its standard input is their token, they end when that input ends, and callers with that token are not limited. How many
     * workers the process has follows.
     */
    public static final String OWNED = "--owned";

    /**
     * Is the option of workers with an owner on another machine: after the token, their standard input has the worker's
     * certificate, its key and the certificate of its owner, a line each. Its owner then sends empty lines at least every
     * {@link #OWNER_SECONDS}.
     */
    public static final String CERTIFICATES_FOLLOW = "--certificates-follow";

    /** An owner on another machine sends an empty line this often. */
    public static final int OWNER_SECONDS = 20;

    /**
     * Begins the line that a process prints once its workers listen; the address of each, {@code HOST:PORT}, follows, with spaces
     * between them.
     */
    public static final String LISTENING = "assay-worker listening on ";

    private WireProtocol() {}

    /**
     * @param system what its driver is for
     * @param client name and version of the client library
     * @param bootId tells one boot of one host from all others; empty where the platform has no such thing
     * @param cores processors that the worker may use
     * @param machineCores processors of its machine; 0 where unknown
     * @param heapBytes the largest heap that it can have
     */
    public record Greeting(
            AssayBuild build,
            String system,
            String client,
            long pid,
            String bootId,
            int cores,
            int machineCores,
            long heapBytes) {}

    /** Holds the part of a {@link Greeting} that workers of all builds have. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record GreetingOfAny(AssayBuild build) {}

    /** Holds the worker's monotonic clock, for estimating how far it is from the coordinator's. */
    public record ClockReading(long workerNanos) {}

    private static MethodDescriptor<byte[], byte[]> method(String name, MethodType type) {
        return MethodDescriptor.<byte[], byte[]>newBuilder()
                .setType(type)
                .setFullMethodName(MethodDescriptor.generateFullMethodName(SERVICE, name))
                .setRequestMarshaller(new Bytes())
                .setResponseMarshaller(new Bytes())
                .build();
    }

    private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
        @Override
        public InputStream stream(byte[] message) {
            return new ByteArrayInputStream(message);
        }

        @Override
        public byte[] parse(InputStream message) {
            try {
                return message.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Returns the version of this Assay, such as {@code 0.1.0}. */
    public static String assayVersion() {
        return AssayBuild.resource("assay-version.txt");
    }
}
