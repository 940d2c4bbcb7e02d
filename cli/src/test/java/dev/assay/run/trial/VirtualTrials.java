package dev.assay.run.trial;

import dev.assay.analysis.steady.SteadyWatch;
import dev.assay.analysis.verdict.VerdictRules;
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
import dev.assay.run.coordinator.SystemActions;
import dev.assay.run.coordinator.Timeouts;
import dev.assay.run.coordinator.TrialFailedException;
import dev.assay.run.coordinator.TrialOutcome;
import dev.assay.run.coordinator.TrialRequest;
import dev.assay.run.coordinator.WorkerConnection;
import dev.assay.run.trial.Trial.Measurement;
import dev.assay.scenario.TrialText;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.store.TrialWriter;
import dev.assay.systems.memory.MemorySpec;
import dev.assay.systems.memory.deployment.MemorySystem;
import dev.assay.systems.memory.driver.MemoryProvider;
import dev.assay.testing.FakeMachine;
import dev.assay.testing.time.VirtualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Runs trials of the in-memory system in virtual time, from the scenario to the files and their verdict, so that they
 * take only processor time.
 */
public final class VirtualTrials {
    /** Coordinates the trials. */
    public static final Machine DESK = new FakeMachine("desk", "boot-0");

    private final VirtualClock clock = new VirtualClock();
    private final List<Machine> machines;
    private final Supplier<List<Sample>> telemetry;

    /**
     * Uses a worker on each of the machines.
     *
     * @param telemetry samples of the coordinator's machine
     */
    public VirtualTrials(Supplier<List<Sample>> telemetry, Machine... machines) {
        this.telemetry = telemetry;
        this.machines = List.of(machines);
    }

    /** Uses one worker on a machine of its own that does nothing else. */
    public VirtualTrials() {
        this(List::of, new FakeMachine("load-1", "boot-1"));
    }

    public TrialRecord run(PlannedTrial trial, TrialWriter files, TrialListener... more) throws Exception {
        SteadyWatch watch = new SteadyWatch();
        List<TrialListener> listeners = new ArrayList<>(List.of(more));
        listeners.add(watch);
        listeners.add(files);
        TrialOutcome outcome = run(trial, watch, TrialListener.all(listeners));
        TrialRecord facts = record(trial, outcome);
        TrialRecord judged = facts.judged(VerdictRules.PRESENT.judge(files.stored(facts)));
        files.on(new TrialEvent.Finish(judged));
        return judged;
    }

    private TrialOutcome run(PlannedTrial trial, SteadyWatch watch, TrialListener listeners) throws Exception {
        try (VirtualWorkers workers = VirtualWorkers.start(clock, machines, MemoryProvider::new)) {
            return run(trial, watch, listeners, workers.connections());
        }
    }

    private TrialOutcome run(
            PlannedTrial trial, SteadyWatch watch, TrialListener listeners, List<WorkerConnection> workers)
            throws TrialFailedException, InterruptedException {
        TrialSpec spec = trial.spec();
        MemorySpec system = (MemorySpec) spec.system();
        TrialRequest request =
                new TrialRequest(trial, "virtual", 1, new MemorySystem().connection(system, spec.durability()));
        TrialFeed feed = new TrialFeed(
                listeners,
                request,
                telemetry,
                workers.stream().map(worker -> worker.identity().name()).toList(),
                Set.of());
        TrialOutcome outcome =
                new Measurement(Timeouts.DEFAULT, SystemActions.NONE, watch, clock).run(request, workers, feed);
        feed.finish();
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
