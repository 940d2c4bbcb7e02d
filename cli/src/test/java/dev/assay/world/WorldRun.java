package dev.assay.world;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.RunAnalyzer;
import dev.assay.analysis.SummaryLines;
import dev.assay.host.Machine;
import dev.assay.model.trial.TrialEvent;
import dev.assay.model.trial.TrialSecond;
import dev.assay.report.ClosingSummary;
import dev.assay.report.TerminalReport;
import dev.assay.run.coordinator.TrialFailedException;
import dev.assay.run.trial.VirtualRuns;
import dev.assay.run.trial.VirtualTrials;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.store.RunDirectory;
import dev.assay.testing.FakeMachine;
import dev.assay.testing.time.VirtualClock;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Holds what came of a world: what the system did, and what was stored and printed of it.
 *
 * @param trials in the order in which they ran
 * @param analysis null where a trial failed
 * @param texts everything that is printed of the run; its message where a trial failed
 */
record WorldRun(
        World world, List<RunTrial> trials, @Nullable RunAnalysis analysis, List<String> texts) {
    /**
     * Holds what happened in one trial.
     *
     * @param startNanos of its load, on the common clock
     * @param lost whether the connection to a worker was broken
     * @param left names of the threads that had not ended afterwards
     */
    record RunTrial(
            PlannedTrial plan,
            Recorder recorder,
            long startNanos,
            List<TrialSecond> seconds,
            List<TrialEvent.Interval> intervals,
            boolean lost,
            List<String> left) {}

    /** Returns the trials that a world's scenario plans. */
    static List<PlannedTrial> plan(World world) throws ScenarioException {
        return ScenarioFile.read("world.yaml", world.scenario(), List.of(), Set.of())
                .plan()
                .trials();
    }

    static WorldRun of(World world, Path base) throws Exception {
        List<PlannedTrial> plan = plan(world);
        List<Begun> begun = new ArrayList<>();
        RunDirectory directory;
        try {
            directory = VirtualRuns.of(base, world.scenario(), plan, Map.of("cpu.model", "a processor"), () -> {
                begun.add(new Begun(world));
                return begun.getLast();
            });
        } catch (TrialFailedException e) {
            RunTrial failed = begun.getLast().done(plan.get(begun.size() - 1));
            return new WorldRun(world, List.of(failed), null, List.of(String.valueOf(e.getMessage())));
        }
        RunAnalysis analysis = RunAnalyzer.analyze(directory);
        List<RunTrial> trials = new ArrayList<>();
        for (int index = 0; index < begun.size(); index++) {
            trials.add(begun.get(index).done(plan.get(index)));
        }
        List<String> texts = List.of(
                ClosingSummary.render(analysis, false),
                TerminalReport.render(analysis, false),
                SummaryLines.rows(analysis).stream()
                        .map(row -> String.valueOf(row.values()))
                        .filter(row -> !row.contains("cost."))
                        .collect(Collectors.joining("\n")));
        return new WorldRun(world, trials, analysis, texts);
    }

    private static final class Begun extends VirtualTrials {
        private final VirtualClock clock;
        private final Recorder recorder;
        private final List<TrialSecond> seconds = new ArrayList<>();
        private final List<TrialEvent.Interval> intervals = new ArrayList<>();
        private boolean hasLost;

        Begun(World world) {
            VirtualClock common = new VirtualClock();
            Recorder system = new Recorder(common, world);
            super(
                    "w" + world.seed(),
                    common,
                    system::provider,
                    machines(world),
                    1000 * world.number(World.AROUND + "/ahead-us", 0),
                    world.number(World.AROUND + "/gain-ppm", 0));
            this.clock = common;
            this.recorder = system;
            tolerate((int) world.number(World.AROUND + "/tolerated", 0));
            String lost = "w" + world.number(World.AROUND + "/lost", 0);
            long lostNanos = 1_000_000_000 * world.number(World.AROUND + "/lost-at", 1);
            listen(event -> {
                if (event instanceof TrialSecond second) {
                    seconds.add(second);
                } else if (event instanceof TrialEvent.Interval interval) {
                    intervals.add(interval);
                    if (interval.interval().worker().equals(lost)
                            && interval.interval().endNanos() >= lostNanos) {
                        hasLost = true;
                        lose(Integer.parseInt(lost.substring(1)));
                    }
                }
            });
        }

        private static List<Machine> machines(World world) {
            List<Machine> machines = new ArrayList<>();
            for (long number = 1; number <= world.number(World.AROUND + "/workers", 1); number++) {
                machines.add(new FakeMachine("load-" + number, "boot-" + number));
            }
            return machines;
        }

        RunTrial done(PlannedTrial plan) {
            return new RunTrial(plan, recorder, startNanos(), seconds, intervals, hasLost, clock.threads());
        }
    }
}
