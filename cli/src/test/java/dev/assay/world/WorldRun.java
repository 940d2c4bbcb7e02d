package dev.assay.world;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.RunAnalyzer;
import dev.assay.analysis.SummaryLines;
import dev.assay.host.Machine;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.trial.TrialEvent;
import dev.assay.model.trial.TrialSecond;
import dev.assay.model.trial.TrialStage;
import dev.assay.report.TerminalReport;
import dev.assay.run.coordinator.CoordinationException;
import dev.assay.run.trial.VirtualWorkers;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.store.RunDirectory;
import dev.assay.testing.FakeMachine;
import dev.assay.testing.time.VirtualClock;
import dev.assay.world.VirtualLaunch.Beginning;
import dev.assay.world.VirtualLaunch.Surroundings;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Holds what came of a world: what the system did, and what was stored and printed of it.
 *
 * @param trials in the order in which they ran
 * @param analysis null where a trial failed
 * @param texts everything that is printed of the run; its message and exit code where a trial failed
 */
record WorldRun(
        World world, List<RunTrial> trials, @Nullable RunAnalysis analysis, List<String> texts) {
    /**
     * Holds what happened in one trial.
     *
     * @param startNanos of its load, on the common clock
     * @param events their number
     * @param lost the number of a worker that was lost; 0 for none
     * @param left names of the threads that had not ended afterwards
     */
    record RunTrial(
            PlannedTrial plan,
            Recorder recorder,
            long startNanos,
            List<TrialSecond> seconds,
            List<TrialEvent.Interval> intervals,
            int events,
            long lost,
            HarnessFaults faults,
            List<String> left) {}

    /** Returns the trials that a world's scenario plans. */
    static List<PlannedTrial> plan(World world) throws ScenarioException {
        return ScenarioFile.read("world.yaml", world.scenario(), List.of(), Set.of())
                .plan()
                .trials();
    }

    static WorldRun of(World world, Path base) throws Exception {
        List<Begun> begun = new ArrayList<>();
        VirtualLaunch launch = launch(world, base, (trial, clock) -> {
            begun.add(new Begun(world, trial, clock));
            return begun.getLast();
        });
        @Nullable RunDirectory directory = null;
        ExitCode exit;
        try {
            directory = launch.run();
            exit = launch.outcome().exitCode(false);
        } catch (CommandFailure e) {
            exit = e.exitCode();
        }
        Begun last = begun.getLast();
        if (!last.failure.isEmpty() || directory == null) {
            return new WorldRun(world, List.of(last.done()), null, List.of(last.failure, exit.name()));
        }
        RunAnalysis analysis = RunAnalyzer.analyze(directory);
        List<String> texts = List.of(launch.printed(), TerminalReport.render(analysis, false), rows(analysis));
        return new WorldRun(world, begun.stream().map(Begun::done).toList(), analysis, texts);
    }

    private static VirtualLaunch launch(World world, Path base, Beginning beginning) throws ScenarioException {
        return new VirtualLaunch(
                base,
                world.scenario(),
                (int) world.number(World.AROUND + "/workers", 1),
                (int) world.number(World.AROUND + "/tolerated", 0),
                beginning);
    }

    /** Returns the rows without those of the processor time, which is that of the real process. */
    static String rows(RunAnalysis analysis) {
        return SummaryLines.rows(analysis).stream()
                .map(row -> String.valueOf(row.values()))
                .filter(row -> !row.contains("cost."))
                .collect(Collectors.joining("\n"));
    }

    String rows() {
        return texts.getLast();
    }

    /** Runs the same once more, interrupts and resumes it; the trials are those of both, with what was interrupted. */
    WorldRun resumed(Path base) throws Exception {
        List<Begun> begun = new ArrayList<>();
        RunDirectory directory = Interruptions.resumed(
                world.seed(),
                trials.stream().mapToInt(RunTrial::events).sum(),
                base,
                beginning -> launch(world, base, beginning),
                (trial, clock) -> {
                    begun.add(new Begun(world, trial, clock));
                    return begun.getLast();
                });
        RunAnalysis resumed = RunAnalyzer.analyze(directory);
        return new WorldRun(world, begun.stream().map(Begun::done).toList(), resumed, List.of(rows(resumed)));
    }

    /** Surrounds one trial with what the world says, and writes down what happens in it. */
    private static final class Begun implements Surroundings {
        private final World world;
        private final PlannedTrial plan;
        private final VirtualClock clock;
        private final Recorder recorder;
        private final List<TrialSecond> seconds = new ArrayList<>();
        private final List<TrialEvent.Interval> intervals = new ArrayList<>();
        private final HarnessFaults faults;
        private final long killed;
        private final long killedNanos;
        private @Nullable VirtualWorkers workers;
        private long startNanos;
        private int events;
        private boolean hasLost;
        private String failure = "";
        private List<String> left = List.of();

        Begun(World world, PlannedTrial plan, VirtualClock clock) {
            this.world = world;
            this.plan = plan;
            this.clock = clock;
            this.recorder = new Recorder(clock, world);
            this.faults = new HarnessFaults(world, clock);
            this.killed = world.number(World.AROUND + "/lost", 0);
            this.killedNanos = 1_000_000_000 * world.number(World.AROUND + "/lost-at", 1);
        }

        @Override
        public VirtualWorkers workers() throws CoordinationException {
            List<Machine> machines = new ArrayList<>();
            for (long number = 1; number <= world.number(World.AROUND + "/workers", 1); number++) {
                machines.add(new FakeMachine("load-" + number, "boot-" + number));
            }
            VirtualWorkers started = VirtualWorkers.start(
                    clock,
                    machines,
                    recorder::provider,
                    1000 * world.number(World.AROUND + "/ahead-us", 0),
                    world.number(World.AROUND + "/gain-ppm", 0),
                    faults);
            started.onClose(() -> {
                clock.pass(Duration.ofMillis(1)); // What has been told to end ends.
                left = clock.threads();
                faults.end();
            });
            workers = started;
            return started;
        }

        @Override
        public void on(TrialEvent event) {
            events++;
            switch (event) {
                case TrialEvent.Start start ->
                    startNanos =
                            Duration.between(Instant.EPOCH, start.instant()).toNanos();
                case TrialSecond second -> {
                    seconds.add(second);
                    recorder.toldNanos.add(clock.nanoTime());
                }
                case TrialStage stage -> recorder.afterLoad |= stage == TrialStage.DRAINING;
                case TrialEvent.Failure(String reason) -> failure = reason;
                case TrialEvent.Interval interval -> {
                    intervals.add(interval);
                    if (interval.interval().worker().equals("w" + killed)
                            && interval.interval().endNanos() >= killedNanos) {
                        hasLost = true;
                        faults.kill();
                        Objects.requireNonNull(workers).lose((int) killed);
                    }
                }
                default -> {}
            }
            faults.on(event);
        }

        RunTrial done() {
            long lost = hasLost ? killed : faults.lost();
            return new RunTrial(plan, recorder, startNanos, seconds, intervals, events, lost, faults, left);
        }
    }
}
