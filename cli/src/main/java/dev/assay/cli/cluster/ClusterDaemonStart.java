package dev.assay.cli.cluster;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.OwnerOnly;
import dev.assay.cluster.daemon.ClusterRegistration;
import dev.assay.cluster.daemon.RunningCluster;
import dev.assay.host.process.DaemonProcess;
import dev.assay.host.process.ProcessIdentity;
import dev.assay.host.process.ProcessSpec;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.run.event.Progress;
import dev.assay.run.stage.CdsArchive;
import dev.assay.run.workers.WorkerLaunch;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

final class ClusterDaemonStart {
    private static final long POLL_MILLIS = 100;
    private static final Duration END = Duration.ofSeconds(30);
    private static final Duration DEATH = Duration.ofMinutes(1);

    private final ClusterRegistration registration;
    private final AssayCache cache;
    private final Progress progress;
    private final Path log;
    private final Path errors;
    private final Duration patience;
    private int linesTold;

    ClusterDaemonStart(ClusterRegistration registration, AssayCache cache, Progress progress) {
        this(registration, cache, progress, END);
    }

    /** @param patience how long a daemon that is asked to end may take before it is killed */
    ClusterDaemonStart(ClusterRegistration registration, AssayCache cache, Progress progress, Duration patience) {
        this.registration = registration;
        this.cache = cache;
        this.progress = progress;
        this.log = log(registration);
        this.errors = errors(registration);
        this.patience = patience;
    }

    static Path log(ClusterRegistration registration) {
        return registration.folder().resolve("daemon.log");
    }

    static Path errors(ClusterRegistration registration) {
        return registration.folder().resolve("daemon-errors.log");
    }

    /**
     * Returns when the cluster is ready; the daemon then runs independently of this process.
     *
     * @throws CommandFailure when starting fails or takes longer than {@code max}; only logs are left then, and a process that can't be killed
     */
    RunningCluster start(String scenario, Duration max) {
        try {
            OwnerOnly.write(ClusterOptions.file(registration), scenario);
            return start(launch(), max);
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.ENVIRONMENT, "can't start the cluster's daemon: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandFailure(ExitCode.INTERRUPTED, "interrupted while the cluster was starting", e);
        }
    }

    RunningCluster start(ProcessSpec launch, Duration max) throws IOException, InterruptedException {
        Process daemon = DaemonProcess.start(launch, errors);
        Optional<ProcessIdentity> identity = ProcessIdentity.of(daemon.pid());
        boolean released = false;
        try (Writer pipe = daemon.outputWriter(StandardCharsets.US_ASCII)) {
            RunningCluster ready = await(daemon, System.nanoTime() + max.toNanos(), max);
            pipe.write(ClusterDaemon.RELEASE);
            pipe.flush();
            released = true;
            return ready;
        } finally {
            progress.clear();
            if (!released) {
                end(daemon);
                identity.ifPresent(gone -> ProcessSupervisor.cleanUpAfter(gone, cache.leases()));
            }
        }
    }

    /** Ends a daemon that was not released; its servers end with it. */
    private void end(Process daemon) {
        daemon.destroy();
        if (hasEnded(daemon, patience)) {
            return;
        }
        daemon.destroyForcibly();
        if (!hasEnded(daemon, DEATH)) {
            progress.warn("Process " + daemon.pid() + " is still there a minute after SIGKILL; is its disk hanging?");
        }
    }

    /** Waits whether or not this thread is interrupted. */
    private static boolean hasEnded(Process daemon, Duration max) {
        try {
            Process _ = daemon.onExit()
                    .orTimeout(max.toNanos(), TimeUnit.NANOSECONDS)
                    .join();
            return true;
        } catch (CompletionException late) {
            return false;
        }
    }

    private ProcessSpec launch() {
        List<String> command = new ArrayList<>(List.of(
                WorkerLaunch.thisJava().toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx128m",
                "-Xss512k",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow"));
        command.addAll(CdsArchive.use());
        for (String property : List.of("assay.home", "assay.dist")) {
            String value = System.getProperty(property);
            if (value != null) {
                command.add("-D" + property + "=" + Path.of(value).toAbsolutePath());
            }
        }
        command.add("-D" + ClusterDaemon.STARTER + "=" + ProcessHandle.current().pid());
        command.addAll(List.of("-cp", classPath()));
        command.addAll(ClusterDaemon.arguments(registration.system()));
        return new ProcessSpec(
                registration.system() + " daemon",
                command,
                Map.of(AssayCache.VARIABLE, cache.root().toString()),
                registration.folder(),
                log);
    }

    /** Returns this process's class path with absolute paths, since the daemon has another working directory. */
    private static String classPath() {
        String separator = System.getProperty("path.separator");
        return String.join(
                separator,
                Arrays.stream(System.getProperty("java.class.path").split(separator, -1))
                        .map(entry -> Path.of(entry).toAbsolutePath().toString())
                        .toList());
    }

    private RunningCluster await(Process daemon, long deadline, Duration max) throws IOException, InterruptedException {
        while (!daemon.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
            tellSteps();
            RunningCluster cluster = registration.read().orElse(null);
            if (cluster != null && cluster.isReady() && cluster.daemon().pid() == daemon.pid()) {
                return cluster;
            }
            if (System.nanoTime() > deadline) {
                throw new CommandFailure(
                        ExitCode.SYSTEM_UNDER_TEST,
                        registration.system() + " was not ready after " + max.toSeconds()
                                + " s and was stopped; logs: " + registration.logs()
                                + "; allow more time with --timeout");
            }
        }
        tellSteps();
        throw failure(daemon.exitValue());
    }

    private void tellSteps() throws IOException {
        List<String> lines = Files.readAllLines(log);
        lines.stream().skip(linesTold).forEach(progress::step);
        linesTold = lines.size();
    }

    /** Reports failure with the daemon's exit code, since the daemon has printed the reason. */
    private CommandFailure failure(int exit) throws IOException {
        String output = Files.readString(errors).strip();
        String reason = output.substring(Math.max(0, output.indexOf("assay: "))).replaceFirst("^assay: ", "");
        ExitCode code = Arrays.stream(ExitCode.values())
                .filter(known -> known.code() == exit)
                .findFirst()
                .orElse(ExitCode.ENVIRONMENT);
        return new CommandFailure(
                code,
                reason.isEmpty()
                        ? "the cluster's daemon process ended (exit code " + exit + "); its log: " + log
                        : reason);
    }
}
