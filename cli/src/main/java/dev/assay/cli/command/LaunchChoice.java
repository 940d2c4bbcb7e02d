package dev.assay.cli.command;

import dev.assay.cli.live.LiveEndpoint;
import dev.assay.cli.terminal.Terminal;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.unit.ByteSize;
import dev.assay.model.unit.DurationText;
import dev.assay.run.launch.LaunchOptions;
import dev.assay.run.launch.Resumption;
import dev.assay.run.launch.RunAudience;
import dev.assay.run.metrics.MetricsEndpoint;
import dev.assay.run.metrics.MetricsRequest;
import dev.assay.run.preflight.DataConsent;
import dev.assay.run.stage.RunFollower;
import dev.assay.run.workers.WorkerChoice;
import dev.assay.run.workers.WorkerTokenFile;
import dev.assay.scenario.plan.Plan;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Holds all options of a run apart from its file, for every kind of file; {@link LaunchTable} says which ones exclude each other. */
final class LaunchChoice {
    @Mixin
    ScenarioChanges changes = new ScenarioChanges();

    @Mixin
    PluginChoice plugins = new PluginChoice();

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

    /** Names the option with the file of a {@link HandedRun}. */
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

    @Option(
            names = "--tolerate",
            paramLabel = "N",
            description = {
                "A trial goes on when up to N of its workers are lost while the load runs (default: 0). It is DEGRADED then, at",
                "best: less is offered from then on, and what only they could tell is not known."
            })
    private int tolerate;

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

    @Option(
            names = "--max-data",
            paramLabel = "SIZE",
            defaultValue = "10 GB",
            description = {
                "Asks before writing more than SIZE to clusters that Assay did not start, counting all copies and",
                "trials (default: 10 GB), and before asking much of them at once; without a terminal to ask on, such a",
                "run is refused (exit code 2)."
            })
    private String maxData = "10 GB";

    @Option(
            names = "--yes",
            description =
                    "Does not ask, neither before a card is run nor whatever is asked of clusters that Assay did not start.")
    boolean yes;

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

    @Option(
            names = "--metrics",
            paramLabel = "[HOST:]PORT",
            description = {
                "Serves what is measured, all workers together, to Prometheus while the run goes on (docs/EVENTS.md); on",
                "loopback unless HOST is given, and only to those who show the token. Port 0 means any free one."
            })
    private Optional<String> metrics = Optional.empty();

    @Option(
            names = "--metrics-token-file",
            paramLabel = "FILE",
            description = {
                "File with the bearer token for --metrics, which only you can read (default: a new token in metrics.token",
                "of the run directory, deleted at the end)."
            })
    private Optional<Path> metricsToken = Optional.empty();

    @Option(
            names = "--live",
            paramLabel = "[HOST:]PORT",
            description = {
                "Shows the report's charts in a browser while the run goes on (docs/EVENTS.md), at an address that it prints; on",
                "loopback unless HOST is given. Port 0 means any free one."
            })
    private Optional<String> live = Optional.empty();

    @Mixin
    KeepChoice keep = new KeepChoice();

    @Mixin
    OutputChoice output = new OutputChoice();

    /** SHA-256 digests by artifact name, to which a card restricts the run. */
    Optional<Map<String, String>> artifacts = Optional.empty();

    @Spec(Spec.Target.MIXEE)
    CommandSpec spec = CommandSpec.create();

    /**
     * Returns the longest time that the run may take.
     *
     * @throws CommandFailure when the option's text is not a time
     */
    Optional<Duration> budget() {
        return CommandFailure.reading(
                "--budget: ", () -> Optional.ofNullable(budget).map(DurationText::parse));
    }

    /**
     * Returns the data that may be written, without a question, to clusters that Assay did not start.
     *
     * @throws CommandFailure when the option's text is not a size
     */
    ByteSize maxData() {
        return CommandFailure.reading("--max-data: ", () -> ByteSize.parse(maxData));
    }

    /** Asks people when a plan would load clusters that Assay did not start with more than allowed. */
    void consent(Plan plan) {
        new DataConsent(maxData(), yes).check(plan, Terminal::confirm);
    }

    /** Adds to the workers of a trial how many of them may be lost. */
    WorkerChoice tolerating(WorkerChoice load) {
        return load.tolerating(tolerate);
    }

    /**
     * Returns the run's followers: the terminal, the report, and followers over the network.
     *
     * @throws CommandFailure when an address is invalid, or the token can't be read
     */
    RunAudience audience() {
        if (metrics.isEmpty() && metricsToken.isPresent()) {
            throw CommandFailure.badInput("--metrics-token-file is for --metrics; give both, or neither");
        }
        metricsToken.ifPresent(file -> {
            RemoteWorkerChoice.refuseInRun("--metrics-token-file", file);
            new WorkerTokenFile(file).read();
        });
        List<Supplier<? extends RunFollower>> followers = new ArrayList<>();
        CommandFailure.reading(
                        "--metrics: ",
                        () -> metrics.map(text -> new MetricsRequest(MetricsRequest.address(text), metricsToken)))
                .ifPresent(request -> followers.add(() -> MetricsEndpoint.bind(request)));
        CommandFailure.reading("--live: ", () -> live.map(MetricsRequest::address))
                .ifPresent(listen -> followers.add(() -> LiveEndpoint.bind(listen)));
        return output.audience(spec.commandLine(), followers);
    }

    PrintWriter people() {
        return output.announcements(spec.commandLine());
    }

    /** Returns the names of the wanted systems: by default, those of the running clusters that were chosen. */
    List<String> systems() {
        return changes.systems.isEmpty() ? on.names() : changes.systems;
    }

    /** Returns the options as the cache keeps them for this user. */
    LaunchOptions options(PlannedRun run, int localWorkers) {
        return new LaunchOptions(
                Path.of(run.file()).toAbsolutePath().normalize().toString(),
                run.text(),
                run.overrides(),
                run.systems(),
                on.names(),
                localWorkers,
                remote.recorded(),
                remote.tokenFile(),
                remote.authority(),
                tolerate,
                ignoreAlarms,
                strict,
                Optional.ofNullable(hook),
                artifacts);
    }

    /**
     * Restores the options of a run that is to be resumed.
     *
     * @param path the file on the command line; null where there is none
     * @return the run's file and text
     */
    NamedText choose(Resumption run, @Nullable Path path) {
        Optional<String> text = Optional.ofNullable(path).map(ScenarioChanges::text);
        run.require(text, changes.all(), remote.recorded());
        if (run.started().isEmpty()) {
            changes.systems = run.conditions().systems();
            workers = run.conditions().localWorkers();
            tolerate = run.conditions().tolerate();
            return new NamedText(String.valueOf(path), text.orElseThrow());
        }
        return as(run.started().get());
    }

    NamedText as(LaunchOptions recorded) {
        changes.replace(recorded.overrides());
        changes.systems = recorded.systems();
        on = ClusterChoice.of(recorded.clusters());
        workers = recorded.workers();
        remote = remote.as(recorded);
        tolerate = recorded.tolerate();
        ignoreAlarms |= recorded.ignoreAlarms();
        strict |= recorded.strict();
        hook = hook == null ? recorded.hook().orElse(null) : hook;
        artifacts = recorded.artifacts();
        return new NamedText(recorded.file(), recorded.text());
    }

    /** Returns the options that concern a run wherever it runs and are not kept with it. */
    HandedRun.Handling handling() {
        return new HandedRun.Handling(Optional.ofNullable(budget), metrics, output.quiet, output.verbose, output.json);
    }

    /** Restores options from the machine that checked the run, where people have been asked already. */
    void as(HandedRun.Handling handling) {
        budget = handling.budget().orElse(null);
        metrics = handling.metrics();
        output.quiet = handling.quiet();
        output.verbose = handling.verbose();
        output.json = handling.json();
        yes = true;
    }

    /** Holds the text of a scenario or study, and its file, to which paths in the text are relative. */
    record NamedText(String file, String text) {}
}
