package dev.assay.run.preflight;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.artifact.Fetch;
import dev.assay.cluster.system.KubernetesLookup;
import dev.assay.cluster.system.LocalNeeds;
import dev.assay.cluster.system.SystemDeployment;
import dev.assay.model.display.VisibleText;
import dev.assay.model.durability.Fault;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.spec.KubernetesServers;
import dev.assay.model.spec.SystemSpec;
import dev.assay.model.spec.TrialSpec;
import dev.assay.model.spec.VendorSettings;
import dev.assay.run.coordinator.CoordinatorHeap;
import dev.assay.run.coordinator.SideBySide;
import dev.assay.run.coordinator.WorkerHeap;
import dev.assay.run.deployment.ClusterActions;
import dev.assay.run.workers.PodPlace;
import dev.assay.run.workers.SshMachines;
import dev.assay.run.workers.WorkerChoice;
import dev.assay.run.workers.WorkerPlace;
import dev.assay.run.workers.WorkerPools;
import dev.assay.scenario.fleet.Machine;
import dev.assay.scenario.plan.ClusterNeed;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.worker.wire.HostPort;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Checks a run's requirements before anything starts: some can be checked here, and others have to be asked for the rest. */
public final class Preflight {
    private static final Pattern KEEPS_LESS = Pattern.compile("(?i)retention|cleanup|ttl|expir|evict|compress");

    private final List<PlannedTrial> trials;
    private final List<TrialSpec> started;
    private final WorkerChoice workers;
    private final Means means;
    private final List<Check> checks = new ArrayList<>();

    /**
     * Checks this machine, and asks nobody elsewhere.
     *
     * @param trials all that there can be
     * @param out where the run directory will be; empty where it exists already
     */
    public Preflight(List<PlannedTrial> trials, WorkerChoice workers, Optional<Path> out, Means means) {
        this.trials = List.copyOf(trials);
        this.started = trials.stream()
                .map(PlannedTrial::spec)
                .filter(Preflight::isStarted)
                .toList();
        this.workers = workers;
        this.means = means;
        checks.addAll(ofWorkers(trials, workers));
        checks.add(Check.of("memory", this::memory));
        checkServers();
        out.ifPresent(
                folder -> checkRoom(
                        "records",
                        RecordedOutput.bytes(trials, workers.count()),
                        folder,
                        "the run would write about %s of records to %s, but only %s are free there; free space, use another disk (--out), or shorter, fewer or less busy trials"));
        askClients();
        askMachines();
        askForServers();
    }

    private static boolean isStarted(TrialSpec trial) {
        return trial.on().isEmpty() && trial.system().runsNodes();
    }

    /** Adds a check that is asked elsewhere; {@code question} throws what commands report. */
    public Preflight asking(String name, String text, Runnable question) {
        checks.add(Check.open(name, text, question));
        return this;
    }

    /** Returns all checks; with {@code ask}, those that are asked elsewhere have answers. */
    public List<Check> checks(boolean ask) {
        try {
            return withoutRepeats(ask ? SideBySide.map(checks, Check::answered) : checks);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandFailure(ExitCode.INTERRUPTED, "interrupted", e);
        }
    }

    /**
     * Removes repeated checks: an obstacle to fetching a client is one to asking it as well, and servers are asked for each of their
     * settings.
     */
    private static List<Check> withoutRepeats(List<Check> all) {
        Set<String> shown = new HashSet<>();
        return all.stream()
                .filter(check -> shown.add(check.isLacking() ? check.text() : check.toString()))
                .toList();
    }

    public static ExitCode code(List<Check> checks) {
        return checks.stream()
                .filter(Check::isLacking)
                .map(Check::code)
                .min(Comparator.naturalOrder())
                .orElse(ExitCode.OK);
    }

    public static String text(List<Check> checks) {
        return Stream.concat(
                        Stream.of("", "checked before anything starts:"),
                        checks.stream().map(Check::toString))
                .map(line -> VisibleText.message(line) + System.lineSeparator())
                .collect(Collectors.joining());
    }

    /**
     * Returns normally where no obstacle is known. Where this machine lacks something, nobody else is asked, and nothing fetched.
     *
     * @param consent is asked for before that; throws where it is not given
     * @throws CommandFailure naming all obstacles
     */
    public void require(Runnable consent) {
        refuse(checks);
        consent.run();
        refuse(checks(true));
    }

    public static void requireWorkers(List<PlannedTrial> trials, WorkerChoice workers) {
        refuse(ofWorkers(trials, workers));
    }

    private static void refuse(List<Check> checks) {
        List<Check> lacking = checks.stream().filter(Check::isLacking).toList();
        if (!lacking.isEmpty()) {
            throw new CommandFailure(
                    code(lacking),
                    lacking.size() == 1
                            ? lacking.getFirst().text()
                            : "nothing was started, because of all this:" + System.lineSeparator()
                                    + lacking.stream()
                                            .map(Check::toString)
                                            .collect(Collectors.joining(System.lineSeparator())));
        }
    }

    private static List<Check> ofWorkers(List<PlannedTrial> trials, WorkerChoice workers) {
        List<Check> refusals = new ArrayList<>();
        Consumer<String> refuse = why -> refusals.add(Check.of("workers", () -> {
            throw CommandFailure.badInput(why);
        }));
        List<HostPort> addresses = WorkerPools.addresses("--worker", workers.remote());
        List<String> hosts = workers.place()
                .map(WorkerPlace::hosts)
                .orElseGet(() -> addresses.stream().map(HostPort::host).toList());
        trials.stream()
                .flatMap(trial -> trial.spec().system().refusalOfWorkersAt(hosts).stream())
                .distinct()
                .forEach(why -> refuse.accept((workers.place().isPresent() ? "--workers-on: " : "--worker: ") + why));
        Stream.concat(addresses.stream(), WorkerPools.addresses("--observe", workers.observers()).stream())
                .flatMap(address -> workers.trust().refusal(address).stream())
                .forEach(why -> refuse.accept("--worker " + why));
        workers.place()
                .flatMap(place -> place.refusal(workers.count()).or(() -> unreachable(place, trials)))
                .ifPresent(why -> refuse.accept("--workers-on: " + why));
        if (workers.watches() && trials.stream().noneMatch(trial -> trial.spec().onServersOfOthers())) {
            refuse.accept(
                    "--observe is for clusters that Assay did not start, but the plan has none; leave it out: Assay watches its own servers itself");
        }
        return refusals;
    }

    /** Returns why workers there can't reach the servers of the plan; empty where they can, as far as is known. */
    private static Optional<String> unreachable(WorkerPlace place, List<PlannedTrial> trials) {
        return trials.stream()
                .map(PlannedTrial::spec)
                .filter(trial -> !trial.onServersOfOthers() && !trial.system().isInWorkers())
                .findFirst()
                .flatMap(trial -> place.beyondLoopback()
                        .map(host ->
                                "the servers of %s that Assay starts listen on this machine's loopback only, where workers on %s can't reach them; measure a cluster that they can reach (deployment: existing), or leave the option out"
                                        .formatted(trial.system().system(), host)));
    }

    private String memory() {
        long workersBytes = 0;
        long serversBytes = 0;
        for (PlannedTrial trial : trials) {
            requireHeap(trial);
            WorkerHeap heap = WorkerHeap.of(trial.spec(), workers.count());
            long servers = isStarted(trial.spec())
                    ? trial.spec().system().memoryOfServers().bytes()
                    : 0;
            // A quarter is left for the page cache and everything else, or the need of the servers where that is more.
            long max = means.memoryBytes() - Math.max(means.memoryBytes() / 4, servers);
            if (means.memoryBytes() > 0 && workers.isLocal() && workers.count() * heap.bytes() > max) {
                throw new CommandFailure(
                        ExitCode.ENVIRONMENT,
                        "trial %d: %d MiB of the machine's %s may go to workers, but %d with a heap of %s each would be needed, mostly for %s; use fewer producers, consumers, topics or phases, or workers on other machines ('assay worker --heap')"
                                .formatted(
                                        trial.number(),
                                        Math.max(0, max) >> 20,
                                        WorkerHeap.text(means.memoryBytes()),
                                        workers.count(),
                                        WorkerHeap.text(heap.bytes()),
                                        heap.largestPart()));
            }
            serversBytes = Math.max(serversBytes, servers);
            workersBytes = Math.max(workersBytes, workers.isLocal() ? workers.count() * heap.bytes() : 0);
        }
        return "up to %s for servers and %s for workers, of this machine's %s"
                .formatted(
                        WorkerHeap.text(serversBytes),
                        WorkerHeap.text(workersBytes),
                        WorkerHeap.text(means.memoryBytes()));
    }

    private void requireHeap(PlannedTrial trial) {
        CoordinatorHeap heap = CoordinatorHeap.of(trial.spec(), workers.count());
        if (heap.neededBytes() > means.heapBytes()) {
            throw new CommandFailure(
                    ExitCode.ENVIRONMENT,
                    "trial %d: to coordinate it takes a heap of about %s, mostly for %s, but this process has %s; set ASSAY_HEAP=%s, or use fewer subscriptions or producers"
                            .formatted(
                                    trial.number(),
                                    WorkerHeap.text(heap.neededBytes()),
                                    heap.largestPart(),
                                    WorkerHeap.text(means.heapBytes()),
                                    heap.suggestion()));
        }
    }

    private void checkServers() {
        Map<String, Fetch> fetches = new LinkedHashMap<>();
        Map<String, Double> data = new LinkedHashMap<>();
        Map<Object, TrialSpec> kinds = new LinkedHashMap<>();
        List<Check> questions = new ArrayList<>();
        for (TrialSpec trial : started) {
            ClusterNeed need = ClusterNeed.of(trial);
            kinds.putIfAbsent(
                    List.of(
                            need.system(),
                            need.durability(),
                            ClusterActions.upgrade(trial),
                            trial.settings().broker()),
                    trial);
            if (trial.system().keepsWhatWasRead()
                    && !trial.system().disks().special()
                    && !mayKeepLess(trial.settings())
                    && trial.search().isEmpty()) {
                data.merge(trial.system().system(), WrittenData.bytes(trial), Math::max);
            }
        }
        for (TrialSpec trial : kinds.values()) {
            SystemSpec system = trial.system();
            String servers = system.system() + " " + system.serverVersion();
            Check check = Check.of(servers, () -> {
                LocalNeeds needs = means.servers(trial);
                data.merge(system.system(), (double) needs.freeBytes(), Math::max);
                needs.fetches().forEach(fetch -> fetches.put(fetch.title(), fetch));
                needs.question()
                        .ifPresent(question ->
                                questions.add(Check.open("settings", servers + " servers take them", question)));
                return "its servers can be started here";
            });
            if (checks.stream().noneMatch(other -> other.toString().equals(check.toString()))) {
                checks.add(check);
            }
        }
        if (!started.isEmpty()) {
            checkEvents();
            checks.add(Check.of("ports", () -> {
                means.ports();
                return "some are free on 127.0.0.1";
            }));
        }
        data.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .ifPresent(most -> checkRoom(
                        "data",
                        most.getValue(),
                        means.data(),
                        "the servers of " + most.getKey()
                                + " need about %s for their data in %s, but only %s are free there; free space, set "
                                + AssayCache.VARIABLE
                                + " to a folder on another disk, or use shorter or less busy trials"));
        if (workers.remote().isEmpty()) {
            trials.stream()
                    .map(trial -> trial.spec().system())
                    .distinct()
                    .map(system -> Check.of("client of " + system.system(), () -> {
                        means.client(system).ifPresent(fetch -> fetches.put(fetch.title(), fetch));
                        return "";
                    }))
                    .filter(Check::isLacking)
                    .forEach(checks::add);
        }
        long cached = fetches.values().stream().filter(Fetch::cached).count();
        if (cached > 0) {
            checks.add(Check.of("artifacts", () -> "%d of %d are in the cache".formatted(cached, fetches.size())));
        }
        fetches.values().stream()
                .filter(fetch -> !fetch.cached())
                .forEach(fetch -> asking("artifacts", fetch.title() + " from " + fetch.origin(), fetch.question()));
        checks.addAll(questions);
    }

    /**
     * Asks the clients of workers here. Workers elsewhere find other files, and have the clients that those who started them have chosen.
     */
    private void askClients() {
        if (workers.isLocal()) {
            ClientSettings.of(trials, means)
                    .forEach((client, settings) -> asking("settings", client + " takes them", settings::require));
        }
    }

    /** Returns whether a setting of the scenario may make servers keep less than is written to them. */
    private static boolean mayKeepLess(VendorSettings settings) {
        return Stream.of(settings.topic(), settings.broker(), settings.client(), settings.producer())
                .flatMap(all -> all.keySet().stream())
                .anyMatch(name -> KEEPS_LESS.matcher(name).find());
    }

    private void checkEvents() {
        Set<Fault> faults = started.stream()
                .flatMap(trial -> ClusterActions.faults(trial).stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
        boolean drops = started.stream().anyMatch(ClusterActions::dropPageCache);
        if (faults.isEmpty() && !drops) {
            return;
        }
        checks.add(Check.of("events", () -> {
            for (Fault fault : faults) {
                means.refusal(fault).ifPresent(why -> {
                    throw new CommandFailure(ExitCode.ENVIRONMENT, "the events need " + fault + ", but " + why);
                });
            }
            (drops ? means.refusalToDropPageCache() : Optional.<String>empty()).ifPresent(why -> {
                throw new CommandFailure(ExitCode.ENVIRONMENT, "page-cache: drop was requested, but " + why);
            });
            return "they can be brought about";
        }));
    }

    private void checkRoom(String name, double bytes, Path folder, String refusal) {
        checks.add(Check.of(name, () -> {
            String needed = WrittenData.size(bytes);
            long freeBytes = means.freeBytes(folder);
            String free = WrittenData.size((double) freeBytes);
            if (bytes > freeBytes) {
                throw new CommandFailure(ExitCode.ENVIRONMENT, refusal.formatted(needed, folder, free));
            }
            return "about %s of %s that are free in %s".formatted(needed, free, folder);
        }));
    }

    private void askMachines() {
        Set<Machine> machines = new LinkedHashSet<>(workers.observed());
        if (workers.place().orElse(null) instanceof SshMachines ssh) {
            machines.addAll(ssh.machines());
        }
        machines.forEach(machine -> asking("ssh", machine + " has what Assay needs", () -> means.ssh(machine)));
    }

    /** Looks up servers of others that Kubernetes knows by name. For a run in pods they are looked up for its pods. */
    private void askForServers() {
        Map<KubernetesServers, TrialSpec> named = new LinkedHashMap<>();
        for (PlannedTrial trial : trials) {
            SystemSpec system = trial.spec().system();
            KubernetesServers servers = system.servers().kubernetes();
            if (trial.spec().on().isEmpty()
                    && servers.areNamed()
                    && servers.apply().isEmpty()
                    && !(workers.place().orElse(null) instanceof PodPlace)) {
                named.putIfAbsent(servers, trial.spec());
            }
        }
        named.forEach((servers, trial) -> asking(
                "kubernetes",
                servers + " can be read",
                () -> KubernetesLookup.installed()
                        .find(servers, namespace -> SystemDeployment.find(trial, namespace))));
    }
}
