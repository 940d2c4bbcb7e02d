package dev.assay.cli.command;

import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.result.WorkerPlaces;
import dev.assay.run.coordinator.PeerTrust;
import dev.assay.run.launch.LaunchOptions;
import dev.assay.run.launch.Resumption;
import dev.assay.run.secret.ProcessRedactor;
import dev.assay.run.workers.WorkerChoice;
import dev.assay.run.workers.WorkerPlace;
import dev.assay.run.workers.WorkerTokenFile;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.fleet.Machine;
import dev.assay.scenario.fleet.MachineRole;
import dev.assay.store.RunDirectory;
import dev.assay.worker.wire.WireProtocol;
import dev.assay.worker.wire.WorkerToken;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Reads which running workers and observers are used, how both sides authenticate, and on which other machines workers are started. */
final class RemoteWorkerChoice {
    @Option(
            names = "--worker",
            paramLabel = "HOST:PORT",
            description = "Uses a running worker ('assay worker') instead of starting one. Repeatable.")
    private List<String> addresses = List.of();

    static final String PLACE = "--workers-on";

    @Option(
            names = PLACE,
            paramLabel = "PLACE",
            description = {
                "Starts the workers elsewhere: ssh:HOST,HOST on these hosts, or ssh:@FILE on the machines of a fleet file, of",
                "which ssh:@FILE,zone=Z,LABEL=VALUE selects some. ssh must connect without asking; the hosts need a Java 25 and",
                "nothing else, and keep nothing but jars in ~/.cache/assay/fleet ('assay cleanup --workers-on PLACE' deletes them).",
                "For run, capacity and plan also " + WorkerPlaceText.PODS_TEXT + ":",
                "the whole run is in pods then, whose image, size and time are in the fleet file."
            })
    private Optional<String> place = Optional.empty();

    @Option(
            names = "--observe",
            paramLabel = "HOST:PORT|PLACE",
            description = {
                "Asks an observer ('assay worker --observe') what its machine and the servers there do, for a cluster that Assay",
                "did not start. Repeatable, once for each machine with servers; or ssh:@FILE, which starts one on each machine of",
                "a fleet file that has this role."
            })
    private List<String> observers = List.of();

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = {
                "File with the token that those workers and observers expect; or set the variable "
                        + WireProtocol.TOKEN_VARIABLE + ". For workers",
                "on this machine, the default is the one that 'assay worker' created for this user."
            })
    private Optional<Path> tokenFile = Optional.empty();

    @Option(
            names = "--worker-ca",
            paramLabel = "FILE",
            description = "Certificates (PEM) to verify those workers with; connects to them with TLS.")
    private Optional<Path> authority = Optional.empty();

    @Option(
            names = "--insecure",
            description = {
                "Sends the token, and the passwords of the scenario, to workers on other machines without --worker-ca,",
                "that is, in the clear to whoever answers there. Also needed when resuming."
            })
    private boolean insecure;

    /** Takes workers and observers from a run that is resumed; token and certificates may have changed, so those given here come first. */
    RemoteWorkerChoice as(LaunchOptions run) {
        RemoteWorkerChoice resumed = new RemoteWorkerChoice();
        resumed.addresses = run.places().workers();
        resumed.place = run.places().startedOn();
        resumed.observers = run.places().observers();
        resumed.insecure = insecure;
        resumed.tokenFile = tokenFile.or(() -> run.tokenFile().map(Path::of));
        resumed.authority = authority.or(() -> run.workerCa().map(Path::of));
        return resumed;
    }

    /** Prints who will receive the token and the passwords of a run that this user's cache has no record of. */
    void tellRecipients(Resumption run, PrintWriter people) {
        if (!run.isOwn() && !recorded().isEmpty()) {
            people.println("this user's cache has no record of the run; the token and the scenario's passwords go to "
                    + recorded()
                    + authority.map(file -> ", verified by " + file).orElse(", not verified"));
            people.flush();
        }
    }

    /**
     * Returns the workers given, or where none were given, workers to be started; refuses pods.
     *
     * @param local how many to start; null for one, or one on each of the chosen machines
     * @throws CommandFailure when the token can't be read, or the options contradict each other
     * @throws ScenarioException when the fleet file is invalid
     */
    WorkerChoice orStarted(@Nullable Integer local) throws ScenarioException {
        if (inPods().isPresent()) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT,
                    "--workers-on %s: only run, capacity and plan take pods; choose ssh:HOST,HOST here, or start workers there and name them with --worker"
                            .formatted(inPods().get()));
        }
        return chosen(local);
    }

    /** Returns the workers given, or workers to be started wherever they are, including pods. */
    WorkerChoice chosen(@Nullable Integer local) throws ScenarioException {
        tokenFile.ifPresent(file -> refuseInRun("--token-file", file));
        authority.ifPresent(file -> refuseInRun("--worker-ca", file));
        try {
            PeerTrust trust = new PeerTrust(authority.orElse(null), insecure);
            List<String> listening = observers.stream()
                    .filter(one -> !WorkerPlaceText.isSsh(one))
                    .toList();
            Optional<WorkerToken> token = WorkerTokenFile.chosen(
                    tokenFile,
                    Stream.concat(addresses.stream(), listening.stream()).toList());
            token.ifPresent(known -> ProcessRedactor.token(known.text()));
            Optional<WorkerPlace> elsewhere =
                    place.isEmpty() ? Optional.empty() : Optional.of(WorkerPlaceText.place(PLACE, place.get()));
            int usual = elsewhere.map(WorkerPlace::usualWorkers).orElse(1);
            return new WorkerChoice(
                    local == null ? usual : local, addresses, listening, token, trust, elsewhere, observed(), 0);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.BAD_INPUT, String.valueOf(e.getMessage()), e);
        }
    }

    private List<Machine> observed() throws ScenarioException {
        List<Machine> machines = new ArrayList<>();
        for (String observer : observers) {
            if (WorkerPlaceText.isSsh(observer)) {
                machines.addAll(WorkerPlaceText.machines("--observe", observer, Set.of(MachineRole.OBSERVER)));
            }
        }
        return machines;
    }

    /** Refuses a file in a run directory, since its author must not decide whom this user trusts. */
    static void refuseInRun(String option, Path file) {
        try {
            if (RunDirectory.isAround(file)) {
                throw new CommandFailure(
                        ExitCode.BAD_INPUT,
                        "%s: %s lies in a run directory, which may come from anybody; keep it elsewhere"
                                .formatted(option, file));
            }
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.BAD_INPUT, "%s: can't read %s: %s".formatted(option, file, e), e);
        }
    }

    List<String> addresses() {
        return addresses;
    }

    /** Tells whether the load comes from workers that are not started on this machine. */
    boolean sendsLoad() {
        return !addresses.isEmpty() || place.isPresent();
    }

    Optional<String> place() {
        return place;
    }

    /** Returns the place of a run whose coordinator is in a pod, too; empty for other runs. */
    Optional<String> inPods() {
        return place.filter(WorkerPlaceText::isPods);
    }

    WorkerPlaces recorded() {
        return new WorkerPlaces(
                addresses,
                place.map(WorkerPlaceText::recorded),
                observers.stream().map(WorkerPlaceText::recorded).toList());
    }

    /** Returns the file's absolute path, as runs record it. */
    Optional<String> tokenFile() {
        return tokenFile.map(RemoteWorkerChoice::absolute);
    }

    /** Returns the file's absolute path, as runs record it. */
    Optional<String> authority() {
        return authority.map(RemoteWorkerChoice::absolute);
    }

    private static String absolute(Path path) {
        return path.toAbsolutePath().normalize().toString();
    }
}
