package dev.assay.cluster.local;

import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.fault.FaultDomain;
import dev.assay.cluster.fault.FaultTarget;
import dev.assay.cluster.fault.LocalFaults;
import dev.assay.cluster.jvm.ClassArchive;
import dev.assay.cluster.local.ClusterPlan.ReadyCheck;
import dev.assay.cluster.local.ClusterPlan.Reporting;
import dev.assay.cluster.local.ClusterPlan.Revival;
import dev.assay.cluster.local.ClusterPlan.Rolling;
import dev.assay.cluster.local.ClusterPlan.Stage;
import dev.assay.cluster.local.ClusterPlan.Task;
import dev.assay.cluster.local.ClusterPlan.TextFile;
import dev.assay.cluster.node.Cluster;
import dev.assay.cluster.node.ClusterFaults;
import dev.assay.cluster.node.NodeEnvironment;
import dev.assay.cluster.node.NodeMonitor;
import dev.assay.cluster.node.RollingRestart;
import dev.assay.cluster.node.ServerNode;
import dev.assay.cluster.node.ServerProcess;
import dev.assay.cluster.node.ServerSettingsFile;
import dev.assay.cluster.node.StartupWait;
import dev.assay.cluster.system.ClusterRequest;
import dev.assay.cluster.system.DeploymentContext;
import dev.assay.host.process.ProcessExit;
import dev.assay.host.process.ProcessSpec;
import dev.assay.host.process.Signal;
import dev.assay.host.process.SupervisedProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Runs a cluster of processes that Assay has started on this machine by a recipe. Its data is thrown away, so its processes are
 * killed rather than asked to end.
 */
public final class LocalDeployment implements Cluster {
    private static final int ATTEMPTS = 3;

    /** The time for a server that is asked to end to hand over what it leads, before it is killed. */
    private static final Duration ENDING = Duration.ofSeconds(60);

    /** The time for nodes that were cut off, stopped or without room to recover by themselves. */
    private static final Duration REUNION = Duration.ofSeconds(20);

    /** The limit of a node's answer about its settings; those of a slower node are not known. */
    private static final Duration ANSWER = Duration.ofSeconds(20);

    private final Recipe recipe;
    private final ClusterRequest request;
    private final DeploymentContext context;
    private final NodeEnvironment environment;
    private final ClusterPlan plan;
    private final Map<String, ServerProcess> servers;
    private final Map<String, NodePlan> current = new ConcurrentHashMap<>();

    private final NodeMonitor watch = new NodeMonitor();
    private @Nullable ClusterFaults faults;
    private @Nullable Map<String, Map<String, String>> settings;
    private boolean closed;

    private LocalDeployment(
            Recipe recipe,
            ClusterRequest request,
            DeploymentContext context,
            NodeEnvironment environment,
            ClusterPlan plan,
            Map<String, ServerProcess> servers) {
        this.recipe = recipe;
        this.request = request;
        this.context = context;
        this.environment = environment;
        this.plan = plan;
        this.servers = servers;
    }

    /**
     * Returns when the cluster serves. It is started again on other ports when another program has taken one between finding and binding
     * it.
     *
     * @throws DeploymentException when ports are taken again and again, or it does not come up otherwise; nothing is left then
     */
    public static Cluster start(Recipe recipe, ClusterRequest request, DeploymentContext context) {
        request.folders().needFreeBytes(recipe.freeBytes());
        context.progress().step("Starting " + recipe.announced());
        int portsNeeded =
                recipe.nodes().stream().mapToInt(node -> node.ports().size()).sum();
        for (int number = 1; number <= ATTEMPTS; number++) {
            Cluster cluster = tryOnce(recipe, request, context, context.ports().take(portsNeeded));
            if (cluster != null) {
                return cluster;
            }
            context.progress()
                    .step("Another program took a port that was free a moment ago (attempt %d of %d)"
                            .formatted(number, ATTEMPTS));
        }
        throw DeploymentException.environment(
                recipe.title() + " could not bind its ports on 127.0.0.1 in " + ATTEMPTS
                        + " attempts, each with different ports that had just been free. Another program keeps taking"
                        + " ports from 15000 to 32000; stop it. Logs: "
                        + request.folders().logs(),
                null);
    }

    private static @Nullable Cluster tryOnce(
            Recipe recipe, ClusterRequest request, DeploymentContext context, List<Integer> ports) {
        NodeEnvironment environment = NodeEnvironment.lease(
                context.supervisor(),
                recipe.title() + " data",
                request.folders().freshData(request.system().system()));
        Map<String, ServerProcess> servers = new LinkedHashMap<>();
        boolean ready = false;
        try {
            if (!environment.claim(ports)) {
                return null;
            }
            environment.isolate(request.isolation(), recipe.machines());
            environment.provide(request.system().disks(), recipe.storingMachines());
            environment.confine(request.system().servers().processors());
            Site site = Site.of(
                    recipe.nodes(), ports, environment, request.folders().logs());
            LocalDeployment cluster = new LocalDeployment(
                    recipe, request, context, environment, recipe.plan().apply(site), servers);
            ready = cluster.comesUp();
            return ready ? cluster : null;
        } finally {
            if (!ready) {
                SupervisedProcess.killAll(processes(servers.values()));
                environment.close();
            }
        }
    }

    /** Returns true when the cluster serves and is watched; false when a port was taken. */
    private boolean comesUp() {
        writeFiles();
        for (Stage stage : plan.stages()) {
            run(stage.tasks());
            for (NodePlan node : stage.nodes()) {
                current.put(node.name(), node);
                servers.put(
                        node.name(),
                        new ServerProcess(() -> start(plan(node.name()).process(), node.place())));
            }
            if (!ready(stage, serving(), recipe.patience())) {
                return false;
            }
        }
        processes(servers.values()).forEach(watch::add);
        faults = new LocalFaults(new FaultTarget(
                faultDomains(),
                recipe.storingMachines().size(),
                environment,
                watch,
                recipe.failureTimeout(),
                this::revive));
        return true;
    }

    /** Writes all files anew, and removes logs of an earlier attempt. */
    private void writeFiles() {
        Path logs = request.folders().logs();
        try {
            for (NodePlan node : plan.nodes()) {
                Files.deleteIfExists(node.process().log());
                NodeEnvironment.folderInside(node.place().folder());
                NodePlan.Settings settings = node.settings();
                if (settings != null) {
                    ServerSettingsFile.beside(node.place().folder(), settings.form())
                            .write(settings.values(), settings.structure(), logs);
                }
            }
            for (Path folder : plan.folders()) {
                NodeEnvironment.folderInside(folder);
            }
            for (TextFile file : plan.files()) {
                file.write();
            }
        } catch (IOException e) {
            throw DeploymentException.environment("Cannot write the servers' settings to " + logs + ": " + e, e);
        }
    }

    private void run(List<Task> tasks) {
        Map<Task, SupervisedProcess> running = new LinkedHashMap<>();
        try {
            tasks.forEach(task -> running.put(task, context.supervisor().start(task.process())));
            running.forEach((task, process) -> requireSuccess(process, task.patience()));
        } finally {
            SupervisedProcess.killAll(running.values());
        }
        tasks.forEach(task -> task.archive().adopt());
    }

    private static void requireSuccess(SupervisedProcess program, Duration patience) {
        if (!program.await(patience)) {
            throw DeploymentException.system(
                    program.name() + " has not ended within " + patience.toSeconds()
                            + " s. Is the disk or the processor very busy? The end of " + program.log() + ":\n"
                            + program.logTail().indent(2).stripTrailing(),
                    null);
        }
        ProcessExit exit = program.exit().join();
        if (exit.code() != 0) {
            throw DeploymentException.system(NodeMonitor.describe(program, exit), null);
        }
    }

    private SupervisedProcess start(ProcessSpec process, Place place) {
        return context.supervisor().start(process.within(environment.commandPrefix(place.machine())));
    }

    private NodePlan plan(String name) {
        return Objects.requireNonNull(current.get(name), name);
    }

    private boolean isHelper(ServerProcess server) {
        return plan(server.name()).settings() == null;
    }

    private List<ServerProcess> serving() {
        return servers.values().stream().filter(server -> !isHelper(server)).toList();
    }

    /**
     * Waits for all checks of a stage; returns false when a port was taken.
     *
     * @param expected servers none of which may end meanwhile; the port of a helper that is not among them and has ended was taken
     */
    private boolean ready(Stage stage, Collection<ServerProcess> expected, Duration patience) {
        return stage.checks().stream().allMatch(check -> await(check, expected, patience));
    }

    private boolean await(ReadyCheck check, Collection<ServerProcess> expected, Duration patience) {
        List<Place> unready = new ArrayList<>(check.nodes());
        return new StartupWait(recipe.title(), processes(expected), patience).await(() -> check.what(unready), () -> {
                    unready.removeIf(check.ready());
                    return unready.isEmpty() || helperHasEnded(expected);
                })
                && !helperHasEnded(expected);
    }

    private boolean helperHasEnded(Collection<ServerProcess> expected) {
        return servers.values().stream()
                .anyMatch(server -> isHelper(server) && !expected.contains(server) && !server.isRunning());
    }

    /** Returns the domains, first those that keep messages. */
    private List<FaultDomain> faultDomains() {
        return recipe.machines().stream()
                .map(machine -> new FaultDomain(
                        machine,
                        serving().stream()
                                .filter(server ->
                                        plan(server.name()).place().machine().equals(machine))
                                .toList()))
                .toList();
    }

    private void revive(List<ServerProcess> ended) {
        plan.upkeep().beforeRestart().accept(new EndedNodes(ended));
        ended.stream().filter(server -> !server.isRunning()).forEach(ServerProcess::restart);
        Predicate<NodePlan> stranded = plan.upkeep().stranded();
        if (ended.isEmpty() && stranded != null && !isReunited()) {
            serving().stream()
                    .filter(server -> stranded.test(plan(server.name())))
                    .forEach(server -> {
                        server.process().kill();
                        server.restart();
                    });
        }
        requirePorts(ready(plan.stages().getLast(), servers.values(), recipe.patience()));
    }

    private boolean isReunited() {
        try {
            return ready(plan.stages().getLast(), servers.values(), REUNION);
        } catch (DeploymentException notReady) {
            return false;
        }
    }

    private void requirePorts(boolean free) {
        if (!free) {
            throw DeploymentException.system(
                    recipe.title() + " could not be restarted: another program has taken one of its ports. Logs: "
                            + request.folders().logs(),
                    null);
        }
    }

    private final class EndedNodes implements Revival {
        private final List<ServerProcess> ended;

        EndedNodes(List<ServerProcess> ended) {
            this.ended = ended;
        }

        @Override
        public boolean hasEnded(NodePlan node) {
            return ended.stream().anyMatch(server -> server.name().equals(node.name()));
        }

        @Override
        public boolean restarted(Stage stage) {
            List<ServerProcess> again = stage.nodes().stream()
                    .filter(this::hasEnded)
                    .map(node -> Objects.requireNonNull(servers.get(node.name())))
                    .toList();
            again.forEach(ServerProcess::restart);
            requirePorts(again.isEmpty() || ready(stage, again, recipe.patience()));
            return !again.isEmpty();
        }
    }

    @Override
    public Optional<ClusterFaults> faults() {
        return Optional.ofNullable(faults);
    }

    @Override
    public Optional<RollingRestart> rolling() {
        Rolling rolling = plan.upkeep().rolling();
        return rolling == null ? Optional.empty() : Optional.of(version -> restartInTurn(rolling, version));
    }

    private RollingRestart.Done restartInTurn(Rolling rolling, String version) {
        if (!version.isEmpty() && rolling.upgraded().isEmpty()) {
            throw new IllegalStateException("no upgrade to " + version + " was asked for");
        }
        List<RollingRestart.Node> done = new ArrayList<>();
        for (ServerProcess server : serving()) {
            long begun = System.nanoTime();
            watch.mayEnd(List.of(server.process()));
            server.process().stop(ENDING);
            // No server may be started that the end of the cluster would miss.
            watch.unlessEnding(() -> {
                rolling.upgraded().stream()
                        .filter(node -> !version.isEmpty() && node.name().equals(server.name()))
                        .forEach(node -> current.put(node.name(), node));
                server.restart();
                watch.add(server.process());
            });
            requirePorts(await(rolling.inSync(), servers.values(), recipe.patience()));
            done.add(new RollingRestart.Node(server.name(), begun, System.nanoTime()));
        }
        return new RollingRestart.Done(done, version.isEmpty() ? "" : rolling.remark());
    }

    @Override
    public Map<String, String> connection() {
        return plan.connection();
    }

    @Override
    public Optional<String> serverVersion() {
        return recipe.facts().version();
    }

    @Override
    public List<ServerNode> nodes() {
        return serving().stream()
                .map(server -> {
                    NodePlan node = plan(server.name());
                    SupervisedProcess process = server.process();
                    return new ServerNode(
                            node.name(), process.handle(), node.port(), process.log(), node.data(), node.page());
                })
                .toList();
    }

    /** Returns the nodes' configured settings, and those that they report; nodes are asked once. */
    @Override
    public synchronized Map<String, Map<String, String>> serverSettings() {
        Map<String, Map<String, String>> known = settings;
        if (known == null) {
            known = new LinkedHashMap<>();
            for (NodePlan node : plan.nodes()) {
                if (node.settings() != null) {
                    known.put(node.name(), new TreeMap<>(node.settings().values()));
                }
            }
            addReported(known);
            settings = Collections.unmodifiableMap(known);
        }
        return known;
    }

    private void addReported(Map<String, Map<String, String>> known) {
        Reporting reporting = plan.reporting();
        if (reporting == null) {
            return;
        }
        Function<Place, ProcessSpec> question = reporting.question();
        if (question == null) {
            known.forEach((name, options) ->
                    options.putAll(read(reporting, plan(name).process().log())));
            return;
        }
        Map<String, SupervisedProcess> answering = new LinkedHashMap<>();
        try {
            known.keySet()
                    .forEach(name -> answering.put(
                            name,
                            start(question.apply(plan(name).place()), plan(name).place())));
            answering.forEach((name, process) -> {
                if (process.await(ANSWER) && process.exit().join().code() == 0) {
                    Objects.requireNonNull(known.get(name)).putAll(read(reporting, process.log()));
                }
            });
        } finally {
            SupervisedProcess.killAll(answering.values());
        }
    }

    private static Map<String, String> read(Reporting reporting, Path printed) {
        try {
            return reporting.reader().read(printed);
        } catch (IOException e) {
            throw DeploymentException.environment("Cannot read " + printed + ": " + e, e);
        }
    }

    @Override
    public Map<String, String> overrides() {
        return recipe.facts().overrides();
    }

    @Override
    public Map<String, String> artifacts() {
        return recipe.facts().artifacts();
    }

    @Override
    public Optional<String> failure() {
        return watch.failure();
    }

    @Override
    public void onFailure(Consumer<String> listener) {
        watch.onFailure(listener);
    }

    @Override
    public void signal(String node, Signal signal) {
        ServerProcess server = servers.get(node);
        if (server == null) {
            throw new IllegalArgumentException(
                    "this cluster has no node '" + node + "', only " + List.copyOf(servers.keySet()));
        }
        server.process().signal(signal);
    }

    private static List<SupervisedProcess> processes(Collection<ServerProcess> servers) {
        return servers.stream().map(ServerProcess::process).toList();
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        watch.end();
        try {
            if (failure().isEmpty()) {
                writeArchives();
            }
        } finally {
            SupervisedProcess.killAll(processes(servers.values()));
            environment.close();
        }
    }

    /** Writes the archives that are missing on this machine, with which the next cluster starts sooner. */
    private void writeArchives() {
        try (ExecutorService threads = Executors.newThreadPerTaskExecutor(
                Thread.ofPlatform().daemon().name("archive-", 0).factory())) {
            for (ServerProcess server : servers.values()) {
                ClassArchive archive = plan(server.name()).archive();
                if (archive != null && !archive.exists()) {
                    ProcessHandle process = server.process().handle();
                    threads.execute(() -> archive.writeFrom(process));
                }
            }
        }
    }
}
