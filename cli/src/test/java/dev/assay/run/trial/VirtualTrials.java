package dev.assay.run.trial;

import dev.assay.analysis.steady.SteadyWatch;
import dev.assay.analysis.verdict.VerdictRules;
import dev.assay.driver.DriverProvider;
import dev.assay.driver.LocalClock;
import dev.assay.host.Machine;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.metric.Sample;
import dev.assay.model.result.ClusterHistory;
import dev.assay.model.result.DrainRecord;
import dev.assay.model.result.SystemIdentity;
import dev.assay.model.result.TrialCourse;
import dev.assay.model.result.TrialHost;
import dev.assay.model.result.TrialIdentity;
import dev.assay.model.result.TrialPlan;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.TrialSetup;
import dev.assay.model.result.Verdict;
import dev.assay.model.spec.TrialSpec;
import dev.assay.model.trial.TrialEvent;
import dev.assay.model.trial.TrialListener;
import dev.assay.run.coordinator.CoordinationException;
import dev.assay.run.coordinator.SystemActions;
import dev.assay.run.coordinator.Timeouts;
import dev.assay.run.coordinator.TrialFailedException;
import dev.assay.run.coordinator.TrialOutcome;
import dev.assay.run.coordinator.TrialRequest;
import dev.assay.run.coordinator.WorkerConnection;
import dev.assay.run.coordinator.WorkerConnection.Target;
import dev.assay.run.coordinator.WorkerHandle;
import dev.assay.run.trial.Trial.Measurement;
import dev.assay.scenario.TrialText;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.store.TrialWriter;
import dev.assay.systems.memory.MemorySpec;
import dev.assay.systems.memory.deployment.MemorySystem;
import dev.assay.systems.memory.driver.MemoryProvider;
import dev.assay.testing.FakeMachine;
import dev.assay.testing.time.VirtualClock;
import dev.assay.worker.WorkerOptions;
import dev.assay.worker.WorkerServer;
import dev.assay.worker.WorkerStartException;
import dev.assay.worker.wire.HostPort;
import dev.assay.worker.wire.WorkerToken;
import io.grpc.ManagedChannel;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Runs trials of the in-memory system in virtual time, from the scenario to the files and their verdict, so that they
 * take only processor time.
 */
public class VirtualTrials {
    /** Coordinates the trials. */
    public static final Machine DESK = new FakeMachine("desk", "boot-0");

    private final VirtualClock clock;
    private final List<Machine> machines;
    private final Supplier<List<Sample>> telemetry;
    private final String runId;
    private final Function<LocalClock, DriverProvider> systems;
    private final long aheadNanos;
    private final long gainPpm;
    private List<WorkerConnection> connections = List.of();
    private int tolerated;
    private final List<TrialListener> always = new ArrayList<>();
    private long startNanos;

    /**
     * Uses a worker on each of the machines.
     *
     * @param telemetry samples of the coordinator's machine
     */
    public VirtualTrials(Supplier<List<Sample>> telemetry, Machine... machines) {
        this.clock = new VirtualClock();
        this.telemetry = telemetry;
        this.machines = List.of(machines);
        this.runId = "virtual";
        this.systems = MemoryProvider::new;
        this.aheadNanos = 0;
        this.gainPpm = 0;
    }

    /**
     * Uses a worker on each of the machines.
     *
     * @param runId different from that of other trials in the JVM at the same time
     * @param systems gives a worker with that clock its provider of the in-memory system
     * @param aheadNanos how far each machine's clock is ahead of the one before; the first is ahead of the coordinator's
     * @param gainPpm by how many millionths they run too fast
     */
    public VirtualTrials(
            String runId,
            VirtualClock clock,
            Function<LocalClock, DriverProvider> systems,
            List<Machine> machines,
            long aheadNanos,
            long gainPpm) {
        this.clock = clock;
        this.telemetry = List::of;
        this.machines = List.copyOf(machines);
        this.runId = runId;
        this.systems = systems;
        this.aheadNanos = aheadNanos;
        this.gainPpm = gainPpm;
    }

    /** Uses one worker on a machine of its own that does nothing else. */
    public VirtualTrials() {
        this(List::of, new FakeMachine("load-1", "boot-1"));
    }

    /** Has each trial reported to a listener. */
    protected final void listen(TrialListener listener) {
        always.add(listener);
    }

    /** Lets trials go on without so many workers. */
    protected final void tolerate(int workers) {
        tolerated = workers;
    }

    /** Breaks the connection to a worker of the running trial, by its number from 1 on. */
    protected final void lose(int worker) {
        connections.get(worker - 1).close();
    }

    /** Returns the start of the last trial's load, in nanoseconds on the clock. */
    public long startNanos() {
        return startNanos;
    }

    public TrialRecord run(PlannedTrial trial, TrialWriter files, TrialListener... more) throws Exception {
        SteadyWatch watch = new SteadyWatch();
        List<TrialListener> listeners = new ArrayList<>(List.of(more));
        listeners.addAll(always);
        listeners.add(watch);
        listeners.add(files);
        TrialOutcome outcome = run(trial, watch, TrialListener.all(listeners));
        TrialRecord facts = record(trial, outcome);
        TrialRecord judged = facts.judged(VerdictRules.PRESENT.judge(files.stored(facts)));
        files.on(new TrialEvent.Finish(judged));
        return judged;
    }

    private TrialOutcome run(PlannedTrial trial, SteadyWatch watch, TrialListener listeners) throws Exception {
        List<WorkerServer> servers = new ArrayList<>();
        List<WorkerConnection> workers = new ArrayList<>();
        try {
            for (Machine machine : machines) {
                workers.add(worker("w" + (workers.size() + 1), machine, servers));
            }
            return run(trial, watch, listeners, workers);
        } finally {
            workers.forEach(WorkerConnection::close);
            servers.forEach(WorkerServer::close);
            clock.park(1); // This lets interrupted threads end.
        }
    }

    private WorkerConnection worker(String name, Machine machine, List<WorkerServer> servers)
            throws WorkerStartException, CoordinationException {
        LocalClock local =
                aheadNanos == 0 && gainPpm == 0 ? clock : clock.ofAnother((servers.size() + 1) * aheadNanos, gainPpm);
        WorkerToken token = WorkerToken.random();
        String transport = UUID.randomUUID().toString();
        WorkerServer server = WorkerServer.start(
                InProcessServerBuilder.forName(transport).directExecutor(),
                WorkerOptions.owned(new HostPort("127.0.0.1", 0), token),
                systems.apply(local),
                machine,
                local);
        servers.add(server);
        ManagedChannel channel =
                InProcessChannelBuilder.forName(transport).directExecutor().build();
        return WorkerConnection.over(new Target(name, server.address(), token, WorkerHandle.ELSEWHERE), channel);
    }

    private TrialOutcome run(
            PlannedTrial trial, SteadyWatch watch, TrialListener listeners, List<WorkerConnection> workers)
            throws TrialFailedException, InterruptedException {
        TrialSpec spec = trial.spec();
        MemorySpec system = (MemorySpec) spec.system();
        TrialRequest request =
                new TrialRequest(trial, runId, 1, new MemorySystem().connection(system, spec.durability()));
        TrialFeed feed = new TrialFeed(
                listeners,
                request,
                telemetry,
                workers.stream().map(worker -> worker.identity().name()).toList(),
                Set.of());
        connections = workers;
        TrialOutcome outcome = new Measurement(Timeouts.DEFAULT, SystemActions.NONE, watch, clock)
                .tolerating(tolerated)
                .run(request, workers, feed);
        feed.finish();
        startNanos = outcome.start().nanoTime();
        return outcome;
    }

    private static List<TrialHost> hosts(TrialOutcome outcome) {
        return TrialHosts.of(outcome.hosts(), DESK, 0);
    }

    static TrialRecord record(PlannedTrial trial, TrialOutcome outcome) {
        TrialSpec spec = trial.spec();
        return new TrialRecord(
                new TrialIdentity(trial.number(), trial.label(), trial.repetition(), trial.dimensions()),
                new TrialPlan(
                        TrialText.keys(spec),
                        spec.workload(),
                        spec.result(),
                        spec.system().disks(),
                        spec.system().serverProcessors(),
                        spec.workload().rate().initialPerSecond(),
                        (int) Math.round(spec.workload().message().meanBytes())),
                new TrialSetup(
                        new SystemIdentity("memory", "built-in", "none", "local", 0),
                        DurabilityStatement.holding(spec.durability()),
                        outcome.config(),
                        ClusterHistory.UNKNOWN,
                        outcome.workers().stream().map(worker -> worker.name()).toList(),
                        hosts(outcome),
                        outcome.clockErrorNanos()),
                new TrialCourse(
                        outcome.start().instant().toString(),
                        outcome.phases(),
                        outcome.events(),
                        outcome.steady(),
                        Trial.subscriptions(spec.workload(), outcome.unordered()),
                        new DrainRecord(outcome.drained(), spec.timing().drain().toNanos(), outcome.rechecks()),
                        outcome.delivery(),
                        outcome.compression().stream().toList(),
                        outcome.lostWorkers(),
                        outcome.totals().failures()),
                Verdict.PENDING);
    }
}
