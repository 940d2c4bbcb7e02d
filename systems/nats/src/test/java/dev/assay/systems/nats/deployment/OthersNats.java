package dev.assay.systems.nats.deployment;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.ProgressListener;
import dev.assay.host.process.LogTail;
import dev.assay.host.process.ProcessSpec;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.host.process.SupervisedProcess;
import dev.assay.systems.nats.NatsSpec;
import dev.assay.testing.time.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Runs a server as its owner has configured it, beside those that Assay starts. */
public final class OthersNats implements AutoCloseable {
    private static final Pattern PORT = Pattern.compile("\"(?:nats|tls)://[^\"]*:([0-9]+)\"");

    private final ProcessSupervisor supervisor;
    private final int port;

    private OthersNats(ProcessSupervisor supervisor, int port) {
        this.supervisor = supervisor;
        this.port = port;
    }

    /**
     * Starts the server on a port that it chooses.
     *
     * @param folder of its own
     * @param configuration besides ports and storage
     */
    public static OthersNats start(Path folder, String configuration) throws IOException {
        AssayCache cache = AssayCache.standard();
        Path program = NatsServers.ofThisMachine()
                .find(NatsSpec.usual().version(), cache, ProgressListener.SILENT)
                .programIn(folder);
        Path file = folder.resolve("server.conf");
        Files.writeString(
                file,
                "host: \"127.0.0.1\"\nport: -1\nports_file_dir: \"%s\"\njetstream { store_dir: \"%s\" }\n%s\n"
                        .formatted(folder, folder.resolve("store"), configuration));
        ProcessSupervisor supervisor = ProcessSupervisor.open(cache.leases());
        SupervisedProcess process = supervisor.start(new ProcessSpec(
                "others-nats",
                List.of(program.toString(), "-c", file.toString()),
                Map.of(),
                folder,
                folder.resolve("server.log")));
        if (!Eventually.holds(() -> port(folder).isPresent() || process.exit().isDone())
                || port(folder).isEmpty()) {
            supervisor.close();
            throw new AssertionError("the server did not start: " + LogTail.of(folder.resolve("server.log"), 20));
        }
        return new OthersNats(supervisor, port(folder).orElseThrow());
    }

    /** Returns the server's port once it has written its file of ports, which it does when it listens. */
    private static Optional<Integer> port(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            Optional<Path> ports =
                    files.filter(file -> file.toString().endsWith(".ports")).findFirst();
            if (ports.isEmpty()) {
                return Optional.empty();
            }
            Matcher found = PORT.matcher(Files.readString(ports.get()));
            return found.find() ? Optional.of(Integer.valueOf(found.group(1))) : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public int port() {
        return port;
    }

    @Override
    public void close() {
        supervisor.close();
    }
}
