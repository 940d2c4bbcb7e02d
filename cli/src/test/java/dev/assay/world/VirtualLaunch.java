package dev.assay.world;

import dev.assay.cli.run.Reporting;
import dev.assay.cli.terminal.TerminalProgress;
import dev.assay.cluster.AssayCache;
import dev.assay.host.Machine;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.result.RunConditions;
import dev.assay.model.result.WorkerPlaces;
import dev.assay.model.trial.TrialListener;
import dev.assay.run.coordinator.CoordinationException;
import dev.assay.run.event.TrialAudience;
import dev.assay.run.launch.Launch;
import dev.assay.run.launch.LaunchOptions;
import dev.assay.run.launch.Resumption;
import dev.assay.run.launch.RunAudience;
import dev.assay.run.launch.RunOutcome;
import dev.assay.run.launch.RunRequest;
import dev.assay.run.preflight.Means;
import dev.assay.run.preflight.Preflight;
import dev.assay.run.stage.Cancellation;
import dev.assay.run.stage.RunFollower;
import dev.assay.run.stage.RunStage;
import dev.assay.run.trial.TrialsStage;
import dev.assay.run.trial.VirtualWorkers;
import dev.assay.run.workers.WorkerChoice;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.store.RunDirectory;
import dev.assay.testing.time.VirtualClock;
import dev.assay.worker.wire.AssayBuild;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Launches a scenario as {@code run} does, with its preflight, its directory and its report, in virtual time. It is given a machine that is
 * not there, and workers in this JVM in place of processes.
 */
final class VirtualLaunch {
    /** Coordinates the runs, and can't tell what it does itself, so that no real machine is sampled. */
    private static final class Desk implements Machine {
        @Override
        public String name() {
            return "desk";
        }

        @Override
        public String bootId() {
            return "boot-0";
        }

        @Override
        public Watch watch() throws IOException {
            throw new IOException("it is simulated");
        }
    }

    /** Has room for everything. */
    private static final class Room extends Means {
        private static final long BYTES = 1L << 40;

        Room(AssayCache cache) {
            super(cache, text -> {});
        }

        @Override
        protected long memoryBytes() {
            return BYTES;
        }

        @Override
        protected long heapBytes() {
            return BYTES;
        }

        @Override
        protected long freeBytes(Path folder) {
            return BYTES;
        }
    }

    /** Simulates what surrounds one trial, and follows it. */
    interface Surroundings extends TrialListener {
        /** Starts the trial's workers. */
        VirtualWorkers workers() throws CoordinationException;
    }

    /** Makes what surrounds a trial that begins. */
    interface Beginning {
        Surroundings of(PlannedTrial trial, VirtualClock clock);
    }

    private final Path base;
    private final String scenario;
    private final ScenarioFile file;
    private final Plan plan;
    private final WorkerChoice workers;
    private final AssayCache cache;
    private final Path out;
    private final StringWriter printed = new StringWriter();
    private final VirtualClock clock = new VirtualClock();
    private final Beginning beginning;
    private @Nullable Surroundings present;
    private @Nullable Cancellation cancellation;
    private @Nullable RunOutcome outcome;

    /**
     * @param base folder of the runs and of the user's cache
     * @param tolerated number of workers that may be lost
     */
    VirtualLaunch(Path base, String scenario, int workers, int tolerated, Beginning beginning)
            throws ScenarioException {
        this.base = base;
        this.scenario = scenario;
        this.file = ScenarioFile.read("world.yaml", scenario, List.of(), Set.of());
        this.plan = file.plan();
        this.workers = new WorkerChoice(workers, List.of()).tolerating(tolerated);
        this.cache = new AssayCache(base.resolve("cache"));
        this.out = base.resolve("runs");
        this.beginning = beginning;
    }

    RunDirectory run() {
        new Preflight(plan.trials(), workers, Optional.of(out), new Room(cache)).require(() -> {});
        Launch launch = launch();
        outcome = launch.run();
        return launch.directory().orElseThrow();
    }

    /** Resumes an interrupted run, as a process does that was given its directory alone. */
    RunDirectory resume(Path directory) {
        try (Resumption resumption = Resumption.of(directory, cache)) {
            resumption.require(Optional.empty(), List.of(), WorkerPlaces.NONE);
            resumption.check(plan, stage().finishedIn(resumption.directory()));
            Launch launch = launch();
            outcome = launch.resume(resumption);
            return launch.directory().orElseThrow();
        }
    }

    /** Returns all that was printed meanwhile. */
    String printed() {
        return printed.toString().replace(base.toString(), "");
    }

    /** Returns the folder of the runs. */
    Path out() {
        return out;
    }

    /** Returns how the run has ended. */
    RunOutcome outcome() {
        return Objects.requireNonNull(outcome);
    }

    /** Returns the cancellation of the run under way. */
    Cancellation cancellation() {
        return Objects.requireNonNull(cancellation);
    }

    private TrialsStage stage() {
        return new TrialsStage(plan, workers)
                .takingWorkersFrom(
                        (_, _, _, _) -> _ -> Objects.requireNonNull(present).workers());
    }

    private Launch launch() {
        RunStage first = setting -> {
            cancellation = setting.cancellation();
            return ExitCode.OK;
        };
        return new Launch(
                cache,
                new RunRequest(
                        plan.scenario(),
                        plan.certain().stream().map(PlannedTrial::folder).toList(),
                        scenario,
                        List.of(),
                        List.of("assay", "run", "world.yaml"),
                        out,
                        Optional.of(conditions()),
                        Optional.of(options()),
                        false,
                        false),
                List.of(first, stage()),
                new RunAudience(
                        new TerminalProgress(new PrintWriter(printed), false),
                        directory -> new Reporting(directory, new PrintWriter(printed)).publish(),
                        List.of(() -> new Follower())),
                new Desk(),
                clock);
    }

    private RunConditions conditions() {
        return new RunConditions(
                AssayBuild.ofThisProcess().title(),
                plan.repeat().blocks(),
                file.seed(),
                List.of(),
                List.of(),
                workers.local(),
                WorkerPlaces.NONE,
                workers.tolerate(),
                plan.points());
    }

    private LaunchOptions options() {
        return new LaunchOptions(
                "/world.yaml",
                scenario,
                List.of(),
                List.of(),
                List.of(),
                workers.local(),
                WorkerPlaces.NONE,
                Optional.empty(),
                Optional.empty(),
                workers.tolerate(),
                false,
                false,
                Optional.empty(),
                Optional.empty());
    }

    /** Lets the surroundings of each trial follow it. */
    private final class Follower implements RunFollower {
        @Override
        public TrialAudience audience() {
            return trial -> {
                Surroundings begun = beginning.of(trial, clock);
                present = begun;
                return begun;
            };
        }

        @Override
        public String serve(Path directory, String scenario) {
            return "followed";
        }

        @Override
        public void end(Cancellation cancellation) {}

        @Override
        public void close() {}
    }
}
