package dev.assay.cli.command;

import dev.assay.model.exit.CommandFailure;
import dev.assay.model.unit.DurationText;
import dev.assay.run.launch.LaunchOptions;
import dev.assay.run.launch.Resumption;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Everything that is chosen for a run beside its file, whatever the file is; {@link LaunchTable} says what does not go together. */
final class LaunchChoice {
    @Mixin
    ScenarioChanges changes = new ScenarioChanges();

    @Mixin
    ClusterChoice on = new ClusterChoice();

    @Option(
            names = "--resume",
            paramLabel = "DIR",
            description = {
                "Continues the interrupted run in DIR with its original options: finished trials are kept, those in",
                "progress are run again, and their partial data is kept in DIR/interrupted. A run that this user's",
                "cache has no record of needs its file and options again."
            })
    @Nullable
    Path resume;

    /** With a file of a {@link HandedRun}. */
    static final String HANDED = "--handed";

    @Option(names = HANDED, hidden = true, paramLabel = "FILE", description = "What this pod is to run.")
    @Nullable
    Path handed;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "runs",
            description = "Where the run directory is created (default: runs).")
    Path out = Path.of("runs");

    @Option(
            names = "--workers",
            paramLabel = "N",
            description = "How many workers to start (default: 1; with --workers-on, one on each machine).")
    @Nullable
    Integer workers;

    @Mixin
    RemoteWorkerChoice remote = new RemoteWorkerChoice();

    @Mixin
    ToleranceChoice tolerance = new ToleranceChoice();

    @Option(
            names = "--budget",
            paramLabel = "TIME",
            description = {
                "Starts no trial that could not finish within this time after the first load began, such as 40m;",
                "'--resume DIR' runs the rest. Of a study, what does not fit is left out beforehand, and listed."
            })
    private @Nullable String budget;

    @Option(names = "--strict", description = "Exit with 6 when a trial is DEGRADED.")
    boolean strict;

    @Mixin
    ConsentChoice consent = new ConsentChoice();

    @Option(
            names = "--ignore-alarms",
            description = {
                "Goes on when a cluster that Assay did not start raises an alarm or comes to lack copies of",
                "partitions; otherwise the trial ends then."
            })
    boolean ignoreAlarms;

    @Option(
            names = "--verified-by",
            paramLabel = "DIR",
            description =
                    "The run that has verified by faults, on the same system, version and settings, the durability level that this one measures. A copy of what it verified is kept, and the report cites it.")
    @Nullable
    Path verifiedBy;

    @Option(
            names = "--hook",
            paramLabel = "PROGRAM",
            description = {
                "Sets up servers of a study that Assay does not start: called with the name of a folder of 'assay plan STUDY",
                "--configs' and the system before the first trial and wherever that changes. Without it, the run stops there,",
                "and --resume goes on."
            })
    @Nullable
    String hook;

    @Mixin
    MetricsChoice metrics = new MetricsChoice();

    @Mixin
    LiveChoice live = new LiveChoice();

    @Mixin
    KeepChoice keep = new KeepChoice();

    @Mixin
    OutputChoice output = new OutputChoice();

    @Spec(Spec.Target.MIXEE)
    CommandSpec spec = CommandSpec.create();

    /**
     * The longest that the run may take.
     *
     * @throws CommandFailure when that is no time
     */
    Optional<Duration> budget() {
        return CommandFailure.reading(
                "--budget: ", () -> Optional.ofNullable(budget).map(DurationText::parse));
    }

    /** Where people are told what is about to be run. */
    PrintWriter people() {
        return output.announcements(spec.commandLine());
    }

    /** The names of the systems that are wanted: those that are measured on clusters that are up where nothing else is said. */
    List<String> systems() {
        return changes.systems.isEmpty() ? on.names() : changes.systems;
    }

    /** As it is kept for this user. */
    LaunchOptions options(PlannedRun run, int localWorkers) {
        return new LaunchOptions(
                Path.of(run.file()).toAbsolutePath().normalize().toString(),
                run.text(),
                run.overrides(),
                run.systems(),
                on.names(),
                localWorkers,
                remote.addresses(),
                remote.recordedPlace(),
                remote.recordedObservers(),
                remote.tokenFile(),
                remote.authority(),
                tolerance.workers());
    }

    /**
     * A run that was begun: what was chosen for it then is chosen again.
     *
     * @param given the file on the command line; null where there is none
     * @return its file and text
     */
    NamedText choose(Resumption run, @Nullable Path given) {
        Optional<String> text = Optional.ofNullable(given).map(ScenarioChanges::text);
        run.require(text, changes.all(), remote.recorded());
        if (run.started().isEmpty()) {
            changes.systems = run.conditions().systems();
            workers = run.conditions().localWorkers();
            tolerance = ToleranceChoice.of(run.conditions().tolerate());
            return new NamedText(String.valueOf(given), text.orElseThrow());
        }
        return as(run.started().get());
    }

    /** What is chosen is what was chosen for a run before. */
    NamedText as(LaunchOptions then) {
        changes.replace(then.overrides());
        changes.systems = then.systems();
        on = ClusterChoice.of(then.clusters());
        workers = then.workers();
        remote = remote.as(then);
        tolerance = ToleranceChoice.of(then.tolerate());
        return new NamedText(then.file(), then.text());
    }

    /** What concerns a run in pods beside what is handed to it; none of it is secret. */
    List<String> arguments() {
        List<String> arguments = new ArrayList<>();
        if (budget != null) {
            arguments.addAll(List.of("--budget", budget));
        }
        if (strict) {
            arguments.add("--strict");
        }
        if (ignoreAlarms) {
            arguments.add("--ignore-alarms");
        }
        arguments.addAll(metrics.arguments());
        arguments.addAll(output.arguments());
        return arguments;
    }

    /** The text of a scenario or study, and its file, beside which lies what it names. */
    record NamedText(String file, String text) {}
}
