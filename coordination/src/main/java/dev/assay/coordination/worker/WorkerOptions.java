package dev.assay.coordination.worker;

import dev.assay.coordination.wire.HostPort;
import dev.assay.coordination.wire.WireProtocol;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How a worker was asked to start.
 *
 * @param listen where it listens; port 0 for any free one
 * @param token what callers must show; empty when they need not
 * @param tls the certificate by which it identifies itself; without one, connections are not encrypted
 * @param allowedFolders from where callers on other machines may name files
 * @param tied whether it ends with the process that started it: when its standard input ends
 */
public record WorkerOptions(
        HostPort listen,
        Optional<String> token,
        Optional<CertificateFiles> tls,
        List<Path> allowedFolders,
        boolean tied) {
    /** The options, for people. */
    public static final String USAGE =
            "options: [--listen HOST:PORT] (default 127.0.0.1:0) [--token-file FILE] (or the variable "
                    + WireProtocol.TOKEN_VARIABLE + ") [--tls-cert FILE --tls-key FILE] (PEM) "
                    + "[--allow-files DIR]... [--tied] (end when standard input ends)";

    /** Shorter ones could be guessed. */
    private static final int SHORTEST_TOKEN = 16;

    public WorkerOptions {
        token.ifPresent(WorkerOptions::checkToken);
        allowedFolders = List.copyOf(allowedFolders);
    }

    /** Without TLS and files. */
    public WorkerOptions(HostPort listen, Optional<String> token, boolean tied) {
        this(listen, token, Optional.empty(), List.of(), tied);
    }

    /**
     * Reads the command line.
     *
     * @throws WorkerStartException when an option is unknown or its value not acceptable
     */
    public static WorkerOptions parse(List<String> arguments, Map<String, String> environment)
            throws WorkerStartException {
        HostPort listen = new HostPort("127.0.0.1", 0);
        Optional<String> token = Optional.ofNullable(environment.get(WireProtocol.TOKEN_VARIABLE));
        Optional<Path> certificate = Optional.empty();
        Optional<Path> key = Optional.empty();
        List<Path> folders = new ArrayList<>();
        boolean tied = false;
        try {
            for (Iterator<String> rest = arguments.iterator(); rest.hasNext(); ) {
                String option = rest.next();
                switch (option) {
                    case "--listen" -> listen = HostPort.parse(valueOf(option, rest));
                    case "--token-file" -> token = Optional.of(read(Path.of(valueOf(option, rest))));
                    case "--tls-cert" -> certificate = Optional.of(Path.of(valueOf(option, rest)));
                    case "--tls-key" -> key = Optional.of(Path.of(valueOf(option, rest)));
                    case "--allow-files" -> folders.add(folder(valueOf(option, rest)));
                    case "--tied" -> tied = true;
                    default -> throw new WorkerStartException("unknown option '" + option + "'; " + USAGE);
                }
            }
            return new WorkerOptions(listen, token.map(String::strip), tls(certificate, key), folders, tied);
        } catch (IllegalArgumentException e) {
            throw new WorkerStartException(String.valueOf(e.getMessage()), e);
        }
    }

    private static Optional<CertificateFiles> tls(Optional<Path> certificate, Optional<Path> key)
            throws WorkerStartException {
        if (certificate.isPresent() != key.isPresent()) {
            throw new WorkerStartException(
                    "TLS needs both --tls-cert and --tls-key, but only one of them is given; " + USAGE);
        }
        return certificate.flatMap(file -> key.map(secret -> new CertificateFiles(file, secret)));
    }

    private static Path folder(String name) throws WorkerStartException {
        Path folder = Path.of(name);
        if (!Files.isDirectory(folder)) {
            throw new WorkerStartException("--allow-files must name a folder, but " + name + " is none");
        }
        return folder;
    }

    private static String valueOf(String option, Iterator<String> rest) throws WorkerStartException {
        if (!rest.hasNext()) {
            throw new WorkerStartException("option " + option + " needs a value; " + USAGE);
        }
        return rest.next();
    }

    private static String read(Path file) throws WorkerStartException {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new WorkerStartException("the token file " + file + " can't be read: " + e, e);
        }
    }

    private static void checkToken(String token) {
        if (token.length() < SHORTEST_TOKEN || !token.chars().allMatch(c -> c > ' ' && c < 127)) {
            throw new IllegalArgumentException("the token must be at least " + SHORTEST_TOKEN
                    + " printable ASCII characters without spaces, but has " + token.length()
                    + " characters; make one with: openssl rand -hex 16");
        }
    }
}
