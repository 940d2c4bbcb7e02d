package dev.assay.run.launch;

import dev.assay.cluster.AssayCache;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.result.RunConditions;
import dev.assay.model.result.RunRecord;
import dev.assay.model.result.WorkerPlaces;
import dev.assay.run.stage.Plugins;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.store.RunDirectory;
import dev.assay.store.RunLock;
import dev.assay.store.StoreException;
import dev.assay.worker.wire.AssayBuild;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Holds the directory of an interrupted run that is resumed, run again, or cleaned up after. How it was started is read from this user's
 * cache. A directory without a record in the cache decides nothing: the run's options have to be given again, and are only compared with
 * the directory's.
 *
 * @param purpose of holding it
 * @param record of the run
 * @param conditions of the run, as the directory has them
 * @param started how this user has started it; empty where the cache has no record of it, or another text
 */
public record Resumption(
        Purpose purpose,
        RunDirectory directory,
        RunLock lock,
        RunRecord record,
        RunConditions conditions,
        Optional<LaunchOptions> started)
        implements AutoCloseable {
    /**
     * @param done as in "can't be resumed"
     * @param command that names the scenario file {@code %1$s} and the run {@code %2$s} once more
     */
    record Purpose(String done, String command) {
        static final Purpose RESUME = new Purpose("resumed", "assay run %1$s --resume %2$s");
        static final Purpose AGAIN = new Purpose("run again", "assay run %1$s");
        static final Purpose CLEANUP = new Purpose("cleaned up after", "assay cleanup %2$s %1$s");
    }

    /**
     * Holds a run to resume it.
     *
     * @param cache knows the runs that this user has started
     * @throws CommandFailure when it is no run, can't be resumed, or is under way
     */
    public static Resumption of(Path folder, AssayCache cache) {
        return of(folder, cache, Purpose.RESUME);
    }

    /**
     * Holds a run to run it again.
     *
     * @param cache knows the runs that this user has started
     * @throws CommandFailure when it is no run, does not say how it was made, or is under way
     */
    public static Resumption forRepetition(Path folder, AssayCache cache) {
        return of(folder, cache, Purpose.AGAIN);
    }

    /**
     * Holds a run to remove what it has left.
     *
     * @param cache knows the runs that this user has started
     * @throws CommandFailure when it is no run, does not say how its systems are reached, or is under way
     */
    public static Resumption forCleanup(Path folder, AssayCache cache) {
        return of(folder, cache, Purpose.CLEANUP);
    }

    private static Resumption of(Path folder, AssayCache cache, Purpose purpose) {
        RunDirectory directory;
        RunRecord record;
        try {
            directory = RunDirectory.open(folder);
            record = directory.record();
        } catch (StoreException e) {
            throw CommandFailure.badInput(String.valueOf(e.getMessage()), e);
        }
        RunConditions conditions = conditions(folder, record, purpose);
        Plugins.objection(record.artifacts()).ifPresent(why -> {
            throw refused(purpose, folder, why);
        });
        Optional<LaunchOptions> started = OwnRuns.of(cache).of(record);
        try {
            return new Resumption(purpose, directory, directory.lock(), record, conditions, started);
        } catch (RunLock.HeldException e) {
            throw CommandFailure.badInput(e.getMessage() + "; wait until it ends, or stop it with Ctrl-C first", e);
        }
    }

    private static RunConditions conditions(Path folder, RunRecord record, Purpose purpose) {
        RunConditions conditions = record.conditions()
                .orElseThrow(() -> refused(
                        purpose,
                        folder,
                        "it does not record its options, because it was made by 'assay verify' or by an earlier version of Assay ("
                                + record.assayVersion() + ")"));
        String build = AssayBuild.ofThisProcess().title();
        if (purpose.equals(Purpose.RESUME) && !conditions.build().equals(build)) {
            throw refused(
                    purpose,
                    folder,
                    "it was made by Assay " + conditions.build() + ", and this is " + build
                            + ": one run can't mix values of two builds; use that build");
        }
        return conditions;
    }

    private static CommandFailure refused(Purpose purpose, Path folder, String reason) {
        return CommandFailure.badInput("the run in %s can't be %s: %s. 'assay report %s' reports what finished"
                .formatted(folder, purpose.done(), reason, folder));
    }

    private CommandFailure refused(String reason) {
        return refused(purpose, directory.path(), reason);
    }

    private CommandFailure foreign(String consequence) {
        return refused(
                "this user's cache has no record of it, or of another scenario, so it may come from anybody, and "
                        + consequence);
    }

    /** Returns whether this user has started the run, according to the record in the cache. */
    public boolean isOwn() {
        return started.isPresent();
    }

    /**
     * Returns normally where the command line repeats how the run was started, or says nothing and the cache knows it.
     *
     * @param text of the file on the command line; empty where there is none
     * @param overrides of the command line
     * @param workers of the command line, as runs record them
     * @throws CommandFailure when they differ, or have to be given
     */
    public void require(Optional<String> text, List<String> overrides, WorkerPlaces workers) {
        if (text.isEmpty() && !isOwn()) {
            throw foreign(
                    "its scenario decides what is connected to and run; read it, and give it as a file of yours: '%s'"
                            .formatted(purpose.command().formatted("SCENARIO", directory.path())));
        }
        if (text.isPresent() && !text.get().equals(record.scenarioText())) {
            throw refused(
                    "the scenario file on the command line differs from the one it was started with; leave the file out, or give the same one");
        }
        if (overrides.isEmpty() && !isOwn() && !record.overrides().isEmpty()) {
            throw foreign("its --set options change what its scenario says; give all of them again: "
                    + String.join(" ", record.overrides()));
        }
        if (!overrides.isEmpty() && !overrides.equals(record.overrides())) {
            throw refused(
                    "the --set options differ from those it was started with (%s); leave them out, or give the same ones"
                            .formatted(record.overrides().isEmpty() ? "none" : String.join(" ", record.overrides())));
        }
        WorkerPlaces recordedWorkers = conditions.places();
        if (workers.isEmpty() && !isOwn() && !recordedWorkers.isEmpty()) {
            throw foreign(
                    "its workers would be sent a token and the scenario's passwords; if you trust all of %s, name them with --worker (those that are started elsewhere with --workers-on, observers with --observe), with --token-file and --worker-ca"
                            .formatted(recordedWorkers));
        }
        if (!workers.isEmpty() && !workers.equals(recordedWorkers)) {
            throw refused(
                    "the --worker, --workers-on and --observe options differ from those it was started with (%s); leave them out, or give the same ones"
                            .formatted(recordedWorkers));
        }
        if (!isOwn() && !conditions.clusters().isEmpty()) {
            throw foreign("the clusters that it measured (--on %s) are those of whoever started it"
                    .formatted(String.join(",", conditions.clusters())));
        }
    }

    /** Refuses a plan with other trials than the run's, and a run in which nothing is left to do. */
    public void check(Plan plan, boolean finished) {
        List<String> now = plan.trials().stream().map(PlannedTrial::folder).toList();
        // The trials that a search asks for, and those that a study leaves out or measures again, follow from results
        // alone, so they are not compared.
        List<String> recordedTrials = record.planned().stream()
                .filter(folder -> !folder.endsWith(PlannedTrial.AGAIN))
                .toList();
        List<String> again = now.stream().filter(recordedTrials::contains).toList();
        if (!plan.searches() && !again.equals(recordedTrials)) {
            throw refused("its trials have changed: planned were %s, and now they would be %s"
                    .formatted(
                            recordedTrials,
                            now.stream().limit(recordedTrials.size()).toList()));
        }
        if (finished) {
            throw CommandFailure.badInput(
                    "the run in %s is finished, so there is nothing to resume; 'assay report %s' rebuilds its report"
                            .formatted(directory.path(), directory.path()));
        }
    }

    @Override
    public void close() {
        lock.close();
    }
}
