package dev.assay.cli.command;

import dev.assay.cli.terminal.TerminalCommand;
import dev.assay.cli.terminal.TerminalProgress;
import dev.assay.cluster.AssayCache;
import dev.assay.cluster.artifact.ArtifactCache;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.spec.MessagingSystem;
import dev.assay.model.unit.ByteSize;
import dev.assay.run.event.Progress;
import dev.assay.run.observe.Observer;
import dev.assay.run.observe.WatchedServer;
import dev.assay.run.stage.AssayInstallation;
import dev.assay.run.workers.StandingWorker;
import dev.assay.run.workers.WorkerTokenFile;
import dev.assay.worker.WorkerOptions;
import dev.assay.worker.WorkerStartException;
import dev.assay.worker.wire.WireProtocol;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

@Command(
        name = "worker",
        mixinStandardHelpOptions = true,
        description = {
            "Starts a load worker for runs on other machines.",
            "It is used by 'assay run --worker HOST:PORT', and runs until Ctrl-C.",
            "Callers must present its token of at least 16 characters, from --token-file or the variable ASSAY_WORKER_TOKEN;",
            "without one, it creates one that only this user can read, and prints where. Callers can't name classes, commands or",
            "files outside of --allow-files. It listens on loopback by default; on other addresses, runs expect --tls-cert and",
            "--tls-key, without which the token crosses the network in the clear."
        })
public final class WorkerCommand extends TerminalCommand {
    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            defaultValue = "127.0.0.1:0",
            description = "Where to listen; port 0 means any free one (default: 127.0.0.1:0).")
    private String listen = "127.0.0.1:0";

    @Option(
            names = "--driver",
            paramLabel = "NAME",
            completionCandidates = InstalledNames.class,
            description = "The system to drive: ${COMPLETION-CANDIDATES} (default: the first of them).")
    private String driver = MessagingSystem.names().getFirst();

    @Mixin
    PluginChoice plugins = new PluginChoice();

    @Option(
            names = "--client-version",
            paramLabel = "VERSION",
            defaultValue = "",
            description = "Version of the client library (default: the driver's).")
    private String clientVersion = "";

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            converter = HeapSize.class,
            defaultValue = "384 MiB",
            description = "Heap of the worker; 'assay plan' says how much a load needs (default: 384 MiB).")
    private ByteSize heap = new ByteSize(384L << 20);

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description =
                    "File with the token that callers must present (default: worker-token in Assay's cache, created if needed).")
    private Optional<Path> tokenFile = Optional.empty();

    @Option(
            names = "--tls-cert",
            paramLabel = "FILE",
            description = "The worker's certificate (PEM); callers then need 'assay run --worker-ca'.")
    private Optional<Path> certificate = Optional.empty();

    @Option(names = "--tls-key", paramLabel = "FILE", description = "Its private key (PEM, PKCS #8, no password).")
    private Optional<Path> key = Optional.empty();

    @Option(
            names = "--allow-files",
            paramLabel = "DIR",
            description = "Folder from which callers may name files, such as key stores. Repeatable.")
    private List<Path> allowedFolders = List.of();

    @Option(
            names = "--observe",
            description = {
                "Drives no load, but tells runs ('assay run --observe HOST:PORT') what this machine and the servers named with",
                "--server do each second: processors, memory, disks, and as root their syncs. Callers can name nothing."
            })
    private boolean observe;

    @Option(
            names = "--server",
            paramLabel = "NAME=PORT",
            description =
                    "With --observe: a server of the cluster, by the TCP port that it listens on here, such as broker-1=9092. Repeatable.")
    private List<String> servers = List.of();

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description =
                    "With --observe: a folder that those servers write to; claims need to know on how many disks they are. Repeatable.")
    private List<Path> data = List.of();

    @Option(
            names = "--allow-page-cache-drop",
            description = {
                "With --observe: lets callers drop this machine's page cache, which a scenario may ask for (page-cache: drop).",
                "Needs root; everything here then reads from disk for a while."
            })
    private boolean allowPageCacheDrop;

    @Option(
            names = WireProtocol.OWNED,
            hidden = true,
            description = "With --observe: a run has started it by ssh, and gives what it needs on standard input.")
    private boolean owned;

    @Option(names = WireProtocol.CERTIFICATES_FOLLOW, hidden = true, description = "The same.")
    private boolean certificatesFollow;

    static final class HeapSize implements ITypeConverter<ByteSize> {
        @Override
        public ByteSize convert(String text) {
            try {
                return ByteSize.parse(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }

    static final class InstalledNames implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return MessagingSystem.names().iterator();
        }
    }

    @Override
    protected ExitCode run() throws InterruptedException {
        if (observe) {
            return observe();
        }
        if (!servers.isEmpty() || !data.isEmpty() || allowPageCacheDrop) {
            throw new ParameterException(
                    spec.commandLine(), "--server, --data and --allow-page-cache-drop are for --observe; add it");
        }
        Progress progress = new TerminalProgress(err(), false);
        ArtifactCache artifacts = new ArtifactCache(AssayCache.standard(), progress);
        List<Path> jars = AssayInstallation.running()
                .workerFor(driver, clientVersion, artifacts)
                .jars();
        return StandingWorker.run(jars, heap.bytes(), options(chosenToken())) ? ExitCode.OK : ExitCode.ENVIRONMENT;
    }

    /** Observes without a vendor's client, so this process does it itself. */
    private ExitCode observe() throws InterruptedException {
        List<WatchedServer> watched;
        try {
            watched = servers.stream().map(WatchedServer::parse).toList();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--server: " + e.getMessage(), e);
        }
        for (Path folder : data) {
            if (!Files.isDirectory(folder)) {
                throw new ParameterException(
                        spec.commandLine(), "--data must name a folder, but " + folder + " is not one");
            }
        }
        try {
            WorkerOptions options = observerOptions();
            Observer.serve(options, watched, data, allowPageCacheDrop, address -> {
                out().println((owned ? WireProtocol.LISTENING : "assay-observer listening on ") + address);
                out().flush();
            });
            return ExitCode.OK;
        } catch (WorkerStartException e) {
            throw CommandFailure.badInput(String.valueOf(e.getMessage()), e);
        }
    }

    private WorkerOptions observerOptions() throws WorkerStartException {
        if (!owned) {
            return WorkerOptions.parse(options(chosenToken()), System.getenv(), System.in);
        }
        List<String> options = new ArrayList<>(options(Optional.empty()));
        options.addAll(List.of(WireProtocol.OWNED, "1"));
        if (certificatesFollow) {
            options.add(WireProtocol.CERTIFICATES_FOLLOW);
        }
        return WorkerOptions.parse(options, System.getenv(), System.in);
    }

    /** Returns the token's file; empty where the worker takes the token from the variable. */
    private Optional<Path> chosenToken() {
        if (tokenFile.isPresent() || System.getenv(WireProtocol.TOKEN_VARIABLE) != null) {
            return tokenFile;
        }
        Path tokens = WorkerTokenFile.ofUser(AssayCache.standard()).make().path();
        PrintWriter err = err();
        err.println("The worker's token is in " + tokens
                + "; runs by this user on this machine find it there, others need --token-file");
        err.flush();
        return Optional.of(tokens);
    }

    private List<String> options(Optional<Path> token) {
        List<String> command = new ArrayList<>(List.of("--listen", listen));
        token.ifPresent(file -> command.addAll(List.of("--token-file", file.toString())));
        certificate.ifPresent(file -> command.addAll(List.of("--tls-cert", file.toString())));
        key.ifPresent(file -> command.addAll(List.of("--tls-key", file.toString())));
        allowedFolders.forEach(folder -> command.addAll(List.of("--allow-files", folder.toString())));
        return command;
    }
}
