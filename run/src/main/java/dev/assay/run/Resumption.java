package dev.assay.run;

import dev.assay.cluster.AssayCache;
import dev.assay.model.result.RunChoices;
import dev.assay.model.result.RunRecord;
import dev.assay.run.directory.RunDirectory;
import dev.assay.run.directory.RunLock;
import dev.assay.run.directory.StoreException;
import dev.assay.run.exit.CommandFailure;
import dev.assay.run.exit.ExitCode;
import dev.assay.scenario.StudyFile;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.worker.wire.AssayBuild;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An interrupted run that is gone on with, or cleaned up after: holds its directory, and gives what was asked for then. A directory
 * from elsewhere decides nothing: what it was started with has to be given again, and is only compared with it.
 *
 * @param purpose what is done with it
 * @param record what was written down of it
 * @param choices what was chosen beside its scenario
 * @param own whether the cache knows it as a run that this user has started
 */
public record Resumption(
        Purpose purpose, RunDirectory directory, RunLock lock, RunRecord record, RunChoices choices, boolean own)
        implements AutoCloseable {
    /**
     * What is done with a run.
     *
     * @param done as in "can't be resumed"
     * @param command that names a scenario file and the run {@code %1$s} once more; {@code %2$s} is the kind of run
     */
    record Purpose(String done, String command) {
        static final Purpose RESUME = new Purpose("resumed", "assay %2$s SCENARIO --resume %1$s");
        static final Purpose CLEANUP = new Purpose("cleaned up after", "assay cleanup %1$s SCENARIO");
    }

    /**
     * Takes hold of a run.
     *
     * @param cache knows the runs that this user has started
     * @throws CommandFailure when it is no run, can't be resumed, or is going on
     */
    public static Resumption of(Path folder, AssayCache cache) {
        return of(folder, cache, Purpose.RESUME);
    }

    /**
     * Takes hold of a run to remove what it has left.
     *
     * @param cache knows the runs that this user has started
     * @throws CommandFailure when it is no run, does not say how its systems are reached, or is going on
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
            throw new CommandFailure(ExitCode.BAD_INPUT, String.valueOf(e.getMessage()), e);
        }
        RunChoices choices = choices(folder, record, purpose);
        boolean own = OwnRuns.of(cache).has(record);
        try {
            return new Resumption(purpose, directory, directory.lock(), record, choices, own);
        } catch (RunLock.HeldException e) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT, e.getMessage() + "; wait until it ends, or stop it with Ctrl-C first", e);
        }
    }

    private static RunChoices choices(Path folder, RunRecord record, Purpose purpose) {
        RunChoices choices = record.choices()
                .orElseThrow(() -> refused(
                        purpose,
                        folder,
                        "it does not record its options, because it was made by 'assay verify' or by an earlier version of Assay ("
                                + record.assayVersion() + ")"));
        String build = AssayBuild.ofThisProcess().title();
        if (purpose.equals(Purpose.RESUME) && !choices.build().equals(build)) {
            throw refused(
                    purpose,
                    folder,
                    "it was made by Assay " + choices.build() + ", and this is " + build
                            + ": one run can't mix values of two builds; use that build");
        }
        return choices;
    }

    private static CommandFailure refused(Purpose purpose, Path folder, String reason) {
        return new CommandFailure(
                ExitCode.BAD_INPUT,
                "the run in %s can't be %s: %s. 'assay report %s' reports what finished"
                        .formatted(folder, purpose.done(), reason, folder));
    }

    private CommandFailure foreign(String consequence) {
        return refused(
                purpose,
                directory.path(),
                "this user's cache has no record of it, so it may come from anybody, and " + consequence);
    }

    /**
     * The scenario, which says where its secrets are.
     *
     * @param given the text of the file on the command line; null where there is none
     */
    public String scenarioText(@Nullable String given) {
        if (given == null && !own) {
            String kind = StudyFile.isStudy(record.scenarioText()) ? "study" : "run";
            throw foreign(
                    "its scenario decides what is connected to and run; read it, and give it as a file of yours: '%s'"
                            .formatted(purpose.command().formatted(directory.path(), kind)));
        }
        if (given != null && !given.equals(record.scenarioText())) {
            throw refused(
                    purpose,
                    directory.path(),
                    "the scenario file on the command line differs from the one it was started with; leave the file out, or give the same one");
        }
        return given == null ? record.scenarioText() : given;
    }

    /**
     * The name of the scenario file, beside which its payloads lie.
     *
     * @param given the file on the command line; null where there is none
     */
    public String scenarioFile(@Nullable Path given) {
        return own || given == null ? choices.scenarioFile() : given.toString();
    }

    /**
     * The addresses of the workers that ran already, and of observers, and where others were started, as they are recorded.
     *
     * @param given those of the command line
     */
    public List<String> workers(List<String> given) {
        if (given.isEmpty() && !own && !choices.remoteWorkers().isEmpty()) {
            throw foreign(
                    "its workers would be sent a token and the scenario's passwords; if you trust all of %s, name them with --worker (those that are started elsewhere with --workers-on, observers with --observe), with --token-file and --worker-ca"
                            .formatted(String.join(" ", choices.remoteWorkers())));
        }
        if (!given.isEmpty() && !given.equals(choices.remoteWorkers())) {
            throw refused(
                    purpose,
                    directory.path(),
                    "the --worker, --workers-on and --observe options differ from those it was started with (%s); leave them out, or give the same ones"
                            .formatted(
                                    choices.remoteWorkers().isEmpty()
                                            ? "none"
                                            : String.join(" ", choices.remoteWorkers())));
        }
        return choices.remoteWorkers();
    }

    /** The names of the clusters that were up already. */
    public List<String> clusters() {
        if (!own && !choices.clusters().isEmpty()) {
            throw foreign("the clusters that it measured (--on %s) are those of whoever started it"
                    .formatted(String.join(",", choices.clusters())));
        }
        return choices.clusters();
    }

    /**
     * The overrides, which say where their secrets are.
     *
     * @param given those of the command line
     */
    public List<String> overrides(List<String> given) {
        if (given.isEmpty() && !own && !record.overrides().isEmpty()) {
            throw foreign("its --set options change what its scenario says; give all of them again: "
                    + String.join(" ", record.overrides()));
        }
        if (!given.isEmpty() && !given.equals(record.overrides())) {
            throw refused(
                    purpose,
                    directory.path(),
                    "the --set options differ from those it was started with (%s); leave them out, or give the same ones"
                            .formatted(record.overrides().isEmpty() ? "none" : String.join(" ", record.overrides())));
        }
        return given.isEmpty() ? record.overrides() : given;
    }

    /** Refuses a plan that has not the trials of the one at the time, and a run in which nothing is left to do. */
    public void check(Plan plan, boolean finished) {
        List<String> now = plan.trials().stream().map(PlannedTrial::folder).toList();
        // What a search asks for depends on results alone, so it comes out again as they are there; and so does what a
        // study leaves out or measures again.
        List<String> then = record.planned().stream()
                .filter(folder -> !folder.endsWith(PlannedTrial.AGAIN))
                .toList();
        List<String> again = now.stream().filter(then::contains).toList();
        if (!plan.searches() && !again.equals(then)) {
            throw refused(
                    purpose,
                    directory.path(),
                    "its trials have changed: planned were %s, and now they would be %s"
                            .formatted(then, now.stream().limit(then.size()).toList()));
        }
        if (finished) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT,
                    "the run in %s is finished, so there is nothing to resume; 'assay report %s' rebuilds its report"
                            .formatted(directory.path(), directory.path()));
        }
    }

    @Override
    public void close() {
        lock.close();
    }
}
