package dev.assay.cli.cluster;

import dev.assay.cli.exit.CommandFailure;
import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.run.OwnArchive;
import dev.assay.cli.terminal.Progress;
import dev.assay.fleet.launch.WorkerLaunch;
import dev.assay.provision.AssayCache;
import dev.assay.provision.leash.Detached;
import dev.assay.provision.leash.Launch;
import dev.assay.provision.standing.StandingCluster;
import dev.assay.provision.standing.StandingPlace;
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
import java.util.concurrent.TimeUnit;

/** Starts the keeper of a cluster and waits until the cluster is ready. */
final class KeeperStart {
    private static final long POLL_MILLIS = 100;
    private static final Duration END = Duration.ofSeconds(30);

    private final StandingPlace place;
    private final AssayCache cache;
    private final Progress progress;
    private final Path log;
    private final Path errors;
    private int linesTold;

    KeeperStart(StandingPlace place, AssayCache cache, Progress progress) {
        this.place = place;
        this.cache = cache;
        this.progress = progress;
        this.log = place.folder().resolve("keeper.log");
        this.errors = place.folder().resolve("keeper-errors.log");
    }

    /**
     * Returns when the cluster is ready; from then on it goes on by itself.
     *
     * @throws CommandFailure when that fails or takes longer; no process is left then, only logs
     */
    StandingCluster start(String scenario, Duration most) {
        try {
            Files.writeString(place.folder().resolve(Keeper.SCENARIO), scenario);
            Process keeper = Detached.start(launch(), errors);
            try (Writer pipe = keeper.outputWriter(StandardCharsets.US_ASCII)) {
                StandingCluster ready = await(keeper, System.nanoTime() + most.toNanos(), most);
                pipe.write(Keeper.LET_GO);
                return ready;
            } finally {
                progress.clear();
            }
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.ENVIRONMENT, "can't start the cluster's keeper: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandFailure(ExitCode.INTERRUPTED, "interrupted while the cluster started", e);
        }
    }

    private Launch launch() {
        List<String> command = new ArrayList<>(List.of(
                WorkerLaunch.thisJava().toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx128m",
                "-Xss512k",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow"));
        command.addAll(OwnArchive.use());
        for (String property : List.of("assay.home", "assay.dist")) {
            Optional.ofNullable(System.getProperty(property))
                    .ifPresent(value ->
                            command.add("-D" + property + "=" + Path.of(value).toAbsolutePath()));
        }
        command.addAll(List.of("-cp", classPath(), "dev.assay.cli.Main", "cluster", "keep", place.system()));
        return new Launch(
                place.system() + " keeper",
                command,
                Map.of(AssayCache.VARIABLE, cache.root().toString()),
                place.folder(),
                log);
    }

    /** This process's own, in absolute terms, since the keeper works in another folder. */
    private static String classPath() {
        String separator = System.getProperty("path.separator");
        return String.join(
                separator,
                Arrays.stream(System.getProperty("java.class.path").split(separator, -1))
                        .map(entry -> Path.of(entry).toAbsolutePath().toString())
                        .toList());
    }

    private StandingCluster await(Process keeper, long deadline, Duration most)
            throws IOException, InterruptedException {
        while (!keeper.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
            tellSteps();
            Optional<StandingCluster> ready = place.read().filter(StandingCluster::isReady);
            if (ready.isPresent()) {
                return ready.get();
            }
            if (System.nanoTime() > deadline) {
                keeper.destroy();
                keeper.waitFor(END.toSeconds(), TimeUnit.SECONDS);
                throw new CommandFailure(
                        ExitCode.SYSTEM_UNDER_TEST,
                        place.system() + " was not ready after " + most.toSeconds()
                                + " s, so its start was ended; logs: " + place.logs() + "; more time: --timeout");
            }
        }
        tellSteps();
        throw failure(keeper.exitValue());
    }

    private void tellSteps() throws IOException {
        List<String> lines = Files.readAllLines(log);
        lines.stream().skip(linesTold).forEach(progress::step);
        linesTold = lines.size();
    }

    /** The keeper has said why, as any command does; its exit code is that of this command. */
    private CommandFailure failure(int exit) throws IOException {
        String said = Files.readString(errors).strip();
        String reason = said.substring(Math.max(0, said.indexOf("assay: "))).replaceFirst("^assay: ", "");
        ExitCode code = Arrays.stream(ExitCode.values())
                .filter(known -> known.code() == exit)
                .findFirst()
                .orElse(ExitCode.ENVIRONMENT);
        return new CommandFailure(
                code,
                reason.isEmpty()
                        ? "the process that was to keep the cluster ended (exit code " + exit + "); its log: " + log
                        : reason);
    }
}
