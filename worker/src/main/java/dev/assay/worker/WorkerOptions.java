package dev.assay.worker;

import dev.assay.driver.LocalClock;
import dev.assay.driver.limit.AllowedFolders;
import dev.assay.host.file.SecretFile;
import dev.assay.worker.wire.HostPort;
import dev.assay.worker.wire.WireProtocol;
import dev.assay.worker.wire.WorkerToken;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * @param listen where it listens; port 0 for any free one
 * @param tls the certificate by which it identifies itself; where it is null, connections are not encrypted
 * @param limits from where callers may name files, who then are held to what the driver allows; null where the only caller is
 *     the process that started the worker
 * @param tied whether it ends with the process that started it: when its standard input ends
 * @param workers how many there are in this process, each on a port of its own
 */
public record WorkerOptions(
        HostPort listen,
        WorkerToken token,
        @Nullable WorkerTls tls,
        @Nullable AllowedFolders limits,
        boolean tied,
        int workers) {
    public static final String USAGE =
            "options: [--listen HOST:PORT] (default 127.0.0.1:0) --token-file FILE (or the variable "
                    + WireProtocol.TOKEN_VARIABLE + ") [--tls-cert FILE --tls-key FILE] (PEM) "
                    + "[--allow-files DIR]... [--tied] (end when standard input ends)";

    private static final int MAX_TOKEN = 1024;
    private static final int MAX_CERTIFICATE = 1 << 16;

    public WorkerOptions {
        if (workers < 1) {
            throw new IllegalArgumentException("a process must have at least one worker, but is to have " + workers);
        }
    }

    /** Returns where one of several workers of the process listens, counted from 1: on ports that follow each other, or on any. */
    HostPort listen(int worker) {
        return listen.port() == 0 ? listen : new HostPort(listen.host(), listen.port() + worker - 1);
    }

    /** Returns the options of one of several workers of the process, counted from 1. */
    WorkerOptions ofWorker(int worker) {
        return new WorkerOptions(listen(worker), token, tls, limits, tied, workers);
    }

    /** Ties this process to the one that started it, if {@link #tied()}. */
    public void tie(Runnable end) {
        OwnersTie tie = new OwnersTie(System.in, LocalClock.SYSTEM, end, WorkerOptions::touchJars);
        if (tied) {
            Thread.ofPlatform().name("tie").daemon().start(tie::hold);
        }
        if (tls instanceof CertificateInput) {
            Thread.ofPlatform().name("silence").daemon().start(tie::awaitSilence);
        }
    }

    /** Keeps the jars from being taken for unused, as those are that no run has used for a month on a machine reached by ssh. */
    private static void touchJars() {
        FileTime now = FileTime.from(Instant.now());
        for (String jar : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            try {
                Path _ = Files.setLastModifiedTime(Path.of(jar), now);
            } catch (IOException _) {
                // They are not this user's, who can't delete them either.
            }
        }
    }

    /** Creates the options of a worker that takes everything from callers that know the token, as it is the caller's own. */
    public static WorkerOptions owned(HostPort listen, WorkerToken token) {
        return new WorkerOptions(listen, token, null, null, false, 1);
    }

    /**
     * @param input where a worker with an owner gets its token
     * @throws WorkerStartException when an option is unknown or its value not acceptable
     */
    public static WorkerOptions parse(List<String> arguments, Map<String, String> environment, InputStream input)
            throws WorkerStartException {
        HostPort listen = new HostPort("127.0.0.1", 0);
        String token = environment.get(WireProtocol.TOKEN_VARIABLE);
        Path certificate = null;
        Path key = null;
        List<Path> folders = new ArrayList<>();
        boolean tied = false;
        boolean owned = false;
        boolean certificatesFollow = false;
        int workers = 1;
        try {
            for (Iterator<String> rest = arguments.iterator(); rest.hasNext(); ) {
                String option = rest.next();
                switch (option) {
                    case "--listen" -> listen = HostPort.parse(valueOf(option, rest));
                    case "--token-file" -> token = read(Path.of(valueOf(option, rest)));
                    case "--tls-cert" -> certificate = Path.of(valueOf(option, rest));
                    case "--tls-key" -> key = Path.of(valueOf(option, rest));
                    case "--allow-files" -> folders.add(folder(valueOf(option, rest)));
                    case "--tied" -> tied = true;
                    case WireProtocol.OWNED -> {
                        owned = true;
                        workers = Integer.parseInt(valueOf(option, rest));
                    }
                    case WireProtocol.CERTIFICATES_FOLLOW -> certificatesFollow = true;
                    default -> throw new WorkerStartException("unknown option '" + option + "'; " + USAGE);
                }
            }
            // The order matters: the token is the first line of standard input.
            WorkerToken workerToken = owned ? new WorkerToken(line(input, MAX_TOKEN)) : token(token);
            WorkerTls tls = owned && certificatesFollow ? certificates(input) : tls(certificate, key);
            return new WorkerOptions(
                    listen, workerToken, tls, owned ? null : new AllowedFolders(folders), tied || owned, workers);
        } catch (IllegalArgumentException e) {
            throw new WorkerStartException(String.valueOf(e.getMessage()), e);
        }
    }

    private static WorkerToken token(@Nullable String text) throws WorkerStartException {
        if (text == null) {
            throw new WorkerStartException(
                    "a worker needs a token, which its callers must present: give one with --token-file or the variable "
                            + WireProtocol.TOKEN_VARIABLE + "; make one with: openssl rand -hex 16");
        }
        return new WorkerToken(text.strip());
    }

    /** Reads the certificates that the owner gives after the token. */
    private static WorkerTls certificates(InputStream input) throws WorkerStartException {
        String certificate = line(input, MAX_CERTIFICATE);
        String key = line(input, MAX_CERTIFICATE);
        return CertificateInput.of(certificate, key, line(input, MAX_CERTIFICATE));
    }

    /** Reads byte by byte: the bytes after the line are for others, or the end. */
    private static String line(InputStream input, int longest) throws WorkerStartException {
        StringBuilder line = new StringBuilder();
        try {
            for (int next = input.read(); next >= 0 && next != '\n' && line.length() < longest; next = input.read()) {
                line.append((char) next);
            }
            return line.toString();
        } catch (IOException e) {
            throw new WorkerStartException("what the owner gives can't be read from standard input: " + e, e);
        }
    }

    private static @Nullable CertificateFiles tls(@Nullable Path certificate, @Nullable Path key)
            throws WorkerStartException {
        if (certificate != null && key != null) {
            return new CertificateFiles(certificate, key);
        }
        if (certificate != null || key != null) {
            throw new WorkerStartException(
                    "TLS needs both --tls-cert and --tls-key, but only one of them is given; " + USAGE);
        }
        return null;
    }

    private static Path folder(String name) throws WorkerStartException {
        Path folder = Path.of(name);
        if (!Files.isDirectory(folder)) {
            throw new WorkerStartException("--allow-files must name a folder, but " + name + " is not one");
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
            return new SecretFile(file).read();
        } catch (IOException e) {
            throw new WorkerStartException("the token file " + file + " can't be read: " + e.getMessage(), e);
        }
    }
}
