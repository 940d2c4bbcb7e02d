package dev.assay.cli.command;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.explanation.Explanation;
import dev.assay.analysis.explanation.Hypothesis;
import dev.assay.analysis.explanation.TrialHypotheses;
import dev.assay.analysis.explanation.TrialHypothesis;
import dev.assay.cli.explain.ExplainedTrial;
import dev.assay.cli.explain.ExplanationScenario;
import dev.assay.cli.run.Reporting;
import dev.assay.cli.run.RunPipeline;
import dev.assay.cli.terminal.Terminal;
import dev.assay.cluster.AssayCache;
import dev.assay.model.result.RunChoices;
import dev.assay.report.page.ExplanationView;
import dev.assay.report.text.ExplanationText;
import dev.assay.report.view.TerminalRenderer;
import dev.assay.run.OwnRuns;
import dev.assay.run.PlannedDisks;
import dev.assay.run.RunRequest;
import dev.assay.run.RunRequest.WorkerChoice;
import dev.assay.run.TrialsStage;
import dev.assay.run.directory.RunDirectory;
import dev.assay.run.directory.StoreException;
import dev.assay.run.exit.CommandFailure;
import dev.assay.run.exit.ExitCode;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.worker.wire.AssayBuild;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Finds out by experiment what held a trial back. */
@Command(
        name = "explain",
        mixinStandardHelpOptions = true,
        description = {
            "Finds out by experiment what limited a trial.",
            "It repeats the trial in blocks, unchanged and with one limit changed at a time, and reports for",
            "each hypothesis whether it is the cause, is not, or is undecided. Of processors, where servers have all,",
            "it takes some away and reports how sensitive the trial is to that. The hypotheses come from the trial's",
            "own statistics. For a run made by this command, it shows the result again."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:every hypothesis is decided, or --list was given",
            " 2:the run can't be explained, or there is no hypothesis",
            " 8:at least one is undecided; more blocks may decide it",
            "others:as for 'assay run'"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  assay explain runs/20261124T120000Z-quickstart --list",
            "  assay explain runs/20261124T120000Z-quickstart --hypothesis linger,sync --blocks 7"
        })
public final class ExplainCommand implements Callable<Integer> {
    private static final int MIN_BLOCKS = 3;
    private static final int MAX_BLOCKS = 100;
    private static final String IN_PODS = "explain.yaml";

    /** What a run in pods is told of what this command was told. */
    private static final Set<String> OF_THE_RUN = Set.of("--json", "--quiet", "--verbose", "--metrics", "--tolerate");

    @Parameters(index = "0", paramLabel = "DIR", description = "The run directory.")
    private Path directory = Path.of(".");

    @Option(
            names = "--trial",
            paramLabel = "NUMBER|FOLDER",
            description = "The trial to explain; needed if the run measured several things.")
    private @Nullable String trial;

    @Option(
            names = "--hypothesis",
            split = ",",
            paramLabel = "NAME",
            description = {
                "What to change: sync, replication, linger, partitions, consumers, in-flight, processors; several,"
                        + " comma-separated.",
                "Default: those that the trial's statistics point to."
            })
    private List<String> hypotheses = new ArrayList<>();

    @Option(names = "--list", description = "Only lists the hypotheses, and why.")
    private boolean list;

    @Option(
            names = "--blocks",
            paramLabel = "N",
            defaultValue = "5",
            description = "How many times each is measured (default: ${DEFAULT-VALUE}).")
    private int blocks;

    @Option(
            names = "--measure",
            paramLabel = "TIME",
            description = "Measured duration of each trial (default: as in the run; not for scenarios with phases).")
    private @Nullable String measure;

    @Option(
            names = "--set",
            paramLabel = "PATH=VALUE",
            description = "Overrides a key in all trials, such as timing.warmup=10s. Repeatable.")
    private List<String> overrides = new ArrayList<>();

    @Option(
            names = "--threshold",
            paramLabel = "PERCENT",
            defaultValue = "10",
            description = "The smallest effect that matters, in per cent (default: ${DEFAULT-VALUE}).")
    private double threshold;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "runs",
            description = "Where the run directory is created (default: runs).")
    private Path out = Path.of("runs");

    @Mixin
    private RemoteWorkerChoice remote = new RemoteWorkerChoice();

    @Mixin
    private PodChoice pods = new PodChoice();

    @Mixin
    private ToleranceChoice tolerance = new ToleranceChoice();

    @Mixin
    private ConsentChoice consent = new ConsentChoice();

    @Mixin
    private ClusterChoice on = new ClusterChoice();

    @Mixin
    private MetricsChoice metrics = new MetricsChoice();

    @Mixin
    private LiveChoice live = new LiveChoice();

    @Mixin
    private OutputChoice output = new OutputChoice();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws ScenarioException {
        if (blocks < MIN_BLOCKS || blocks > MAX_BLOCKS) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT,
                    "--blocks: expected a number from %d to %d, but found %d; below %d there is no interval"
                            .formatted(MIN_BLOCKS, MAX_BLOCKS, blocks, MIN_BLOCKS));
        }
        if (!(threshold > 0)) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT, "--threshold: expected a percentage above 0, but found " + threshold);
        }
        pods.refuseWithoutPods(spec, remote);
        RunAnalysis run = analysis(directory);
        if (Explanation.explains(run)) {
            return say(run).code();
        }
        boolean own = OwnRuns.of(AssayCache.standard()).has(run.run());
        if (own && !on.isMade()) {
            on = ClusterChoice.of(run.run().choices().orElseThrow().clusters());
        }
        ExplainedTrial explained = ExplainedTrial.of(run, trial, this::read);
        List<TrialHypothesis> all = TrialHypotheses.of(explained.analysis());
        PrintWriter terminal = output.announcements(spec.commandLine());
        terminal.println(explained.analysis().trial().folder());
        all.forEach(trialHypothesis -> terminal.println("  " + ExplanationText.trialHypothesis(trialHypothesis)));
        terminal.flush();
        return list ? ExitCode.OK.code() : measure(run, explained, chosen(all), own);
    }

    private static RunAnalysis analysis(Path directory) {
        try {
            return Reporting.analyze(RunDirectory.open(directory));
        } catch (StoreException e) {
            throw new CommandFailure(ExitCode.BAD_INPUT, String.valueOf(e.getMessage()), e);
        }
    }

    private ScenarioFile read(String fileName, String text, List<String> overrides, List<String> systems)
            throws ScenarioException {
        ScenarioChanges changes = new ScenarioChanges();
        changes.overrides = overrides;
        changes.systems = systems;
        return changes.read(fileName, text, list ? List.of() : on.clusters());
    }

    private List<TrialHypothesis> chosen(List<TrialHypothesis> all) {
        for (String name : hypotheses) {
            if (Hypothesis.ofTag(name).isEmpty()) {
                throw new CommandFailure(
                        ExitCode.BAD_INPUT,
                        "--hypothesis: expected one or more of " + names(Arrays.asList(Hypothesis.values()))
                                + ", but found '" + name + "'");
            }
        }
        List<TrialHypothesis> wanted = all.stream()
                .filter(one -> hypotheses.isEmpty()
                        ? one.evidence().isPresent() && canMove(one)
                        : hypotheses.contains(one.hypothesis().tag()))
                .toList();
        List<Hypothesis> fixed = wanted.stream()
                .filter(one -> !canMove(one))
                .map(TrialHypothesis::hypothesis)
                .toList();
        if (wanted.isEmpty() || !fixed.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT,
                    (wanted.isEmpty()
                                    ? "nothing in the trial points to a limit that can be changed"
                                    : names(fixed) + " can't be changed in this trial"
                                            + (on.isMade() ? ", or not on servers that already run" : ""))
                            + "; choose with --hypothesis from "
                            + names(all.stream()
                                    .filter(this::canMove)
                                    .map(TrialHypothesis::hypothesis)
                                    .toList()));
        }
        return wanted;
    }

    /** A cluster that already runs stays as it was started. */
    private boolean canMove(TrialHypothesis one) {
        return one.movable() && !(on.isMade() && one.changesServers());
    }

    private static String names(List<Hypothesis> hypotheses) {
        return hypotheses.isEmpty()
                ? "none"
                : hypotheses.stream().map(Hypothesis::tag).collect(Collectors.joining(", "));
    }

    private int measure(RunAnalysis run, ExplainedTrial explained, List<TrialHypothesis> moved, boolean own)
            throws ScenarioException {
        if (!own) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT,
                    "this user's cache has no record of " + run.run().id()
                            + ", so its scenario may be anybody's and is not run; read it, run it as a file of yours, and explain that run");
        }
        RunChoices then = explained.choices();
        PlannedTrial planned = explained.planned();
        String text = ExplanationScenario.of(run.run().scenario(), planned, moved, blocks);
        if (measure != null) {
            overrides.addFirst("timing.measure=" + measure);
        }
        Plan plan = read(then.scenarioFile(), text, overrides, List.of()).plan();
        if (remote.inPods().isPresent()) {
            return measureInPods(remote.inPods().get(), plan, text, then);
        }
        boolean elsewhere = remote.startsElsewhere();
        remote = remote.orThoseOf(then);
        WorkerChoice load = tolerance.of(remote.of(plan, elsewhere ? null : (Integer) then.localWorkers()));
        PlannedDisks.require(plan);
        consent.check(plan);
        RunPipeline pipeline = pipeline(plan, text, then, load);
        ExitCode trouble = pipeline.run().trouble();
        if (trouble != ExitCode.OK) {
            return trouble.code();
        }
        return say(analysis(pipeline.directory().orElseThrow())).code();
    }

    /** As a scenario of its own, in as many pods as the run had workers. */
    private int measureInPods(String place, Plan plan, String text, RunChoices then) throws ScenarioException {
        live.refuseInPods();
        metrics.refuseFilesInPods();
        int workers = Math.max(
                then.localWorkers(),
                new RemoteWorkerChoice().orThoseOf(then).addresses().size());
        WorkerChoice load = tolerance.of(remote.ofPods(plan, workers));
        consent.check(plan);
        List<String> given = new ArrayList<>(List.of("run", IN_PODS));
        for (OptionSpec option : spec.commandLine().getParseResult().matchedOptions()) {
            if (OF_THE_RUN.contains(option.longestName())) {
                given.add(option.longestName());
                given.addAll(option.arity().max() == 0 ? List.of() : option.originalStringValues());
            }
        }
        PodChoice.Fetched fetched = pods.run(
                new PodChoice.Delegated(
                        place, given, overrides, IN_PODS, Path.of(IN_PODS), text, plan, load.count(), out),
                output.announcements(spec.commandLine()),
                spec);
        return fetched.code() == ExitCode.OK.code() && !fetched.runs().isEmpty()
                ? say(analysis(fetched.runs().getFirst())).code()
                : fetched.code();
    }

    private RunPipeline pipeline(Plan plan, String text, RunChoices then, WorkerChoice load) {
        RunChoices choices = new RunChoices(
                AssayBuild.ofThisProcess().title(),
                then.scenarioFile(),
                plan.repeat().blocks(),
                List.of(),
                on.names(),
                load.local(),
                remote.recorded(),
                load.tolerate(),
                remote.tokenFile(),
                remote.authority());
        CommandLine line = spec.commandLine();
        RunRequest request = new RunRequest(
                plan.scenario(),
                plan.certain().stream().map(PlannedTrial::folder).toList(),
                text,
                overrides,
                CommandLineText.of(spec),
                out,
                Optional.of(choices));
        return new RunPipeline(
                        request, List.of(new TrialsStage(plan, load)), output.progress(line), output.summary(line))
                .verbose(output.verbose())
                .scrapedAt(metrics.request())
                .shownAt(live.address());
    }

    private ExitCode say(RunAnalysis run) {
        Explanation explanation = Explanation.of(run, threshold / 100)
                .orElseThrow(() -> new CommandFailure(
                        ExitCode.INCONCLUSIVE,
                        run.run().id()
                                + " has no finished trial with a changed limit yet; continue it with 'assay run --resume "
                                + directory + "'"));
        PrintWriter terminal = output.announcements(spec.commandLine());
        terminal.print(TerminalRenderer.render(ExplanationView.of(explanation), Terminal.isColoured()));
        terminal.flush();
        return explanation.decided() ? ExitCode.OK : ExitCode.INCONCLUSIVE;
    }
}
