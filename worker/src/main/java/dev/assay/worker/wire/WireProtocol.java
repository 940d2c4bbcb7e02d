package dev.assay.worker.wire;

import io.grpc.Metadata;

/** The constants that both ends agree on. */
public final class WireProtocol {
    /** Raised with every change of the wire. */
    public static final int VERSION = 8;

    /** Largest event of a worker, in bytes; nothing larger is ever sent. */
    public static final int LARGEST_MESSAGE_BYTES = 1 << 20;

    /** Largest command that a worker accepts, in bytes: the assignment of ten thousand topics takes a few MiB. */
    public static final int LARGEST_COMMAND_BYTES = 1 << 25;

    /** Metadata key of the token. */
    public static final Metadata.Key<String> TOKEN = Metadata.Key.of("assay-token", Metadata.ASCII_STRING_MARSHALLER);

    /** Name of the environment variable that holds the token, at both ends, for workers that people start. */
    public static final String TOKEN_VARIABLE = "ASSAY_WORKER_TOKEN";

    /**
     * Option of workers whose caller is their owner, who has started their process and takes what they say: the first line of
     * its standard input is their token, the end of that input is theirs, and callers with that token are not limited. How many
     * workers the process has follows.
     */
    public static final String OWNED = "--owned";

    /**
     * Start of the line that a process prints once its workers listen; the address of each, {@code HOST:PORT}, follows, with spaces
     * between them.
     */
    public static final String LISTENING = "assay-worker listening on ";

    private WireProtocol() {}

    /** The version of this Assay, such as {@code 0.1.0}. */
    public static String assayVersion() {
        return AssayBuild.resource("assay-version.txt");
    }
}
