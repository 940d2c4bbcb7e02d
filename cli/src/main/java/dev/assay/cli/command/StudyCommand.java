package dev.assay.cli.command;

import dev.assay.analysis.study.StudyExperiment;
import dev.assay.cli.run.RunPipeline;
import dev.assay.cli.study.KeptPeaks;
import dev.assay.cli.study.MeasuredPeaks;
import dev.assay.cli.study.ServerSetups;
import dev.assay.cli.study.SetupGate;
import dev.assay.cli.study.StudyPlanText;
import dev.assay.cli.study.StudyRequest;
import dev.assay.cli.study.StudyRequest.Fitting;
import dev.assay.cluster.AssayCache;
import dev.assay.host.MachineFacts;
import dev.assay.model.calibration.KnownPeaks.Peak;
import dev.assay.model.result.RunChoices;
import dev.assay.model.result.RunRecord;
import dev.assay.model.unit.DurationText;
import dev.assay.model.unit.Rate;
import dev.assay.run.MachineCalibration;
import dev.assay.run.PlannedDisks;
import dev.assay.run.RecordedOutput;
import dev.assay.run.Resumption;
import dev.assay.run.RunOutcome;
import dev.assay.run.RunRequest;
import dev.assay.run.RunRequest.WorkerChoice;
import dev.assay.run.RunStage;
import dev.assay.run.TrialsStage;
import dev.assay.run.directory.RunDirectory;
import dev.assay.run.directory.StoreException;
import dev.assay.run.exit.CommandFailure;
import dev.assay.run.exit.ExitCode;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.scenario.study.MachineScale;
import dev.assay.scenario.study.StudyChoice;
import dev.assay.scenario.study.StudyPlan;
import dev.assay.worker.wire.AssayBuild;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Repeats a published comparison, and judges what was claimed. */
@Command(
        name = "study",
        mixinStandardHelpOptions = true,
        description = {
            "Repeats a published comparison and judges its claims.",
            "It uses the published parameters, and judges each claim separately.",
            "'assay list' lists those that come with Assay; one of your own is a file of the same kind (docs/STUDIES.md).",
            "Example: assay study NAME --plan"
        })
public final class StudyCommand implements Callable<Integer> {
    private static final int FAN_OUT = 10;
    /** In messages per second, for plans. */
    private static final double UNPUBLISHED_PEAK = 10_000;

    /** What a resumed run takes from its own record. */
    private static final List<String> DECIDED = List.of(
            "--plan",
            "--only",
            "--systems",
            "--claims",
            "--budget",
            "--scale-to-machine",
            "--peak",
            "--out",
            "--workers",
            "--tolerate",
            "--on",
            "--once",
            "--configs");

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "STUDY",
            description = "The name of a study in studies/, or a study file.")
    private @Nullable String study;

    @Option(
            names = "--plan",
            description = "Only prints the cells, trials and time, and what is not testable here and why.")
    private boolean planOnly;

    @Option(
            names = "--only",
            split = ",",
            paramLabel = "TEST",
            description = "Only these of its tests, comma-separated.")
    private List<String> only = List.of();

    @Option(names = "--systems", split = ",", paramLabel = "NAME", description = "Only cells of these systems.")
    private List<String> systems = List.of();

    @Option(
            names = "--claims",
            split = ",",
            paramLabel = "CLAIM",
            description = "Only what these of its claims are judged by, comma-separated.")
    private List<String> claims = List.of();

    @Option(
            names = "--budget",
            paramLabel = "TIME",
            description =
                    "Estimated time that the study may take, such as 40m; what does not fit is left out and listed.")
    private Optional<String> budget = Optional.empty();

    @Option(
            names = "--set",
            paramLabel = "PATH=VALUE",
            description = "Overrides a scenario key of each cell, such as repeat=5. Repeatable.")
    private List<String> overrides = List.of();

    @Mixin
    private SecretChoice secrets = new SecretChoice();

    @Option(
            names = "--scale-to-machine",
            description = {
                "Scales the loads to this machine: measures the peak of each system first, and offers the same fraction of it as",
                "published. Prints published and scaled loads; absolute values are then specific to this machine."
            })
    private boolean scale;

    @Option(
            names = "--peak",
            paramLabel = "NAME=RATE",
            description =
                    "A known peak, such as NAME=40k/s, to use instead of measuring it. With --scale-to-machine; repeatable.")
    private Map<String, String> peaks = Map.of();

    @Option(
            names = "--search-peaks",
            description = "Searches again for peaks that were found on this machine before. With --scale-to-machine.")
    private boolean searchPeaks;

    @Option(
            names = "--once",
            description =
                    "One block instead of the study's, so that servers are set up each way only once: values stand beside the published ones, and no claim is decided.")
    private boolean once;

    @Option(
            names = "--configs",
            paramLabel = "DIR",
            description = {
                "Only writes how servers are to be set up that Assay does not start, each way in a folder of its own: the vendors'",
                "files, and values for operators and charts."
            })
    private @Nullable Path configs;

    @Option(
            names = "--hook",
            paramLabel = "PROGRAM",
            description = {
                "Sets up servers that Assay does not start: called with the name of a folder of --configs and the system before",
                "the first trial and wherever that changes. Without it, the run stops there, and --resume goes on."
            })
    private @Nullable String hook;

    @Option(
            names = "--resume",
            paramLabel = "DIR",
            description =
                    "Continues the interrupted run of a study in DIR with its original options; finished trials are kept.")
    private @Nullable Path resume;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "runs",
            description = "Where the run directory is created (default: runs).")
    private Path out = Path.of("runs");

    @Option(
            names = "--workers",
            paramLabel = "N",
            description = "How many workers to start (default: 1; with --workers-on, one on each machine).")
    private @Nullable Integer workers;

    @Mixin
    private RemoteWorkerChoice remote = new RemoteWorkerChoice();

    @Mixin
    private PodChoice pods = new PodChoice();

    @Mixin
    private ToleranceChoice tolerance = new ToleranceChoice();

    @Mixin
    private ClusterChoice on = new ClusterChoice();

    @Mixin
    private ConsentChoice consent = new ConsentChoice();

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
        if (resume != null) {
            refuseWhatTheRunHasDecided();
            pods.refuseWithoutPods(spec, remote);
            PodChoice.refuseToResume(remote);
            return resume(resume);
        }
        String name = study;
        if (name == null) {
            throw new ParameterException(
                    spec.commandLine(),
                    "Missing required parameter: 'STUDY' (or --resume DIR); 'assay list' lists them");
        }
        return start(name);
    }

    private int start(String name) throws ScenarioException {
        Path file = StudyFolder.file(name);
        String text = ScenarioChanges.text(file);
        StudyRequest asked = request();
        if (remote.inPods().isPresent() && !planOnly && configs == null) {
            return inPods(remote.inPods().get(), asked, file, text);
        }
        pods.refuseWithoutPods(spec, remote);
        return asked.searchesPeaks() ? startScaled(asked, file, text) : start(asked, file, text);
    }

    /** Checks the study here, and has a pod run it. */
    private int inPods(String place, StudyRequest asked, Path file, String text) throws ScenarioException {
        if (hook != null) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT,
                    "--hook: a run in pods goes on there, where the program is not; leave it out, and choose by --claims or --only what one setup of the servers serves");
        }
        live.refuseInPods();
        metrics.refuseFilesInPods();
        if (asked.searchesPeaks()) {
            StudyPlan searches = planned(asked, file.toString(), text);
            if (!searches.trials().isEmpty()) {
                throw new CommandFailure(
                        ExitCode.BAD_INPUT,
                        "--scale-to-machine: what a run in pods measures is known before they start, and loads here follow from peaks that are not; find them with 'assay capacity' in pods, and give each as --peak NAME=RATE");
            }
        }
        StudyPlan planned =
                planned(asked.searchesPeaks() ? asked.with(known(asked), false) : asked, file.toString(), text);
        show(planned);
        Plan plan = whole(planned);
        WorkerChoice load = tolerance.of(remote.ofPods(plan, workers));
        List<String> setups = ServerSetups.of(plan).all().stream()
                .map(ServerSetups.Setup::name)
                .toList();
        if (setups.size() > 1) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT,
                    "--workers-on %s: the plan has servers set up in %d ways (%s), and a run in pods can't be gone on with after they were changed; choose by --claims, --only or --systems what one of them serves"
                            .formatted(place, setups.size(), String.join(", ", setups)));
        }
        ServerSetups.announcement(plan).ifPresent(this::say);
        consent.check(plan);
        return pods.run(
                new PodChoice.Delegated(
                        place,
                        PodChoice.given(spec),
                        secrets.with(overrides),
                        PodChoice.typed(spec),
                        file,
                        text,
                        plan,
                        load.count(),
                        secrets.of(file).text(),
                        out),
                output.announcements(spec.commandLine()),
                spec);
    }

    /** Finds what is not known of this machine, and then measures the study. */
    private int startScaled(StudyRequest given, Path file, String text) throws ScenarioException {
        long begun = System.nanoTime();
        StudyRequest asked = searchPeaks || remote.sendsLoad() ? given : withKept(given, file, text);
        StudyPlan searches = planned(asked, file.toString(), text);
        if (searches.trials().isEmpty()) {
            return start(asked.with(known(asked), false), file, text);
        }
        show(searches);
        if (planOnly) {
            say(
                    "the search of peaks takes about %s%s; what follows counts with a tenth of the published peaks, or 10,000 msg/s where none was published"
                            .formatted(
                                    DurationText.ofRun(searches.duration()),
                                    asked.choice()
                                            .budget()
                                            .map(max -> " of the " + DurationText.ofRun(max))
                                            .orElse("")));
            return start(asked.with(assumed(asked, searches), false).after(searches.duration()), file, text);
        }
        Plan plan = searches.plan();
        WorkerChoice load = tolerance.of(remote.of(plan, workers));
        PlannedDisks.require(plan);
        RecordedOutput.of(plan, load.count()).require(out);
        consent.check(plan);
        RunPipeline search = pipeline(
                        plan, asked, text, choices(file, plan, load), stages(searches, StudyChoice.ALL, plan, load))
                .followedByOthers();
        RunOutcome searched = search.run();
        if (isStopped(searched)) {
            return outcome(searched);
        }
        MachineScale found = found(search.directory().orElseThrow(), searches, asked);
        return start(asked.with(found, false).after(Duration.ofNanos(System.nanoTime() - begun)), file, text);
    }

    /** Peaks for a plan before any is known: how long a study takes does not depend on them, only how much of it is sent. */
    private static MachineScale assumed(StudyRequest asked, StudyPlan searches) {
        MachineScale known = known(asked);
        Map<String, Double> peaks = new TreeMap<>(known.peaks());
        searches.study()
                .peaks()
                .forEach(peak -> peaks.putIfAbsent(peak.name(), peak.published().orElse(10 * UNPUBLISHED_PEAK) / 10));
        return new MachineScale(known.cores(), peaks, known.missed(), known.fanOut());
    }

    /** With the peaks that were found on this machine before. */
    private StudyRequest withKept(StudyRequest asked, Path file, String text) throws ScenarioException {
        List<Peak> kept = KeptPeaks.of(
                planned(asked, file.toString(), text), calibration().peaks(), Instant.now());
        kept.forEach(peak -> say("peak %s: %,.0f msg/s, found here by %s (--search-peaks searches again)"
                .formatted(peak.name(), peak.perSecond(), peak.run())));
        return asked.with(KeptPeaks.with(known(asked), kept), true);
    }

    /** What a run has found, which is kept with the calibration of this machine where it sent the load. */
    private MachineScale found(Path run, StudyPlan searches, StudyRequest asked) {
        MachineScale found = MeasuredPeaks.in(run, known(asked));
        if (remote.sendsLoad()) {
            return found;
        }
        MachineCalibration machine = calibration();
        RunRecord record = RunDirectory.open(run).record();
        try {
            machine.peaksFile()
                    .write(KeptPeaks.after(machine.peaks(), searches, record.capacities(), record.id(), Instant.now()));
        } catch (StoreException e) {
            say("the peaks are not kept for the next study: " + e.getMessage());
        }
        return found;
    }

    private void say(String line) {
        PrintWriter terminal = output.announcements(spec.commandLine());
        terminal.println(line);
        terminal.flush();
    }

    /** A search that gave up has said what it has found, which may be enough; anything else is in the way of the study as well. */
    private static boolean isStopped(RunOutcome searched) {
        return searched.trouble() != ExitCode.OK && searched.trouble() != ExitCode.INCONCLUSIVE;
    }

    private static MachineScale known(StudyRequest asked) {
        return Objects.requireNonNull(asked.fitting()).known();
    }

    private void show(StudyPlan planned) {
        PrintWriter terminal = output.announcements(spec.commandLine());
        MachineCalibration machine = calibration();
        StudyPlanText.lines(
                        planned,
                        machine.repeatability(),
                        machine.status(Instant.now()).calibration())
                .forEach(terminal::println);
        terminal.flush();
    }

    private int start(StudyRequest request, Path file, String text) throws ScenarioException {
        StudyPlan planned = planned(request, file.toString(), text);
        show(planned);
        if (planOnly && configs == null) {
            return ExitCode.OK.code();
        }
        Plan plan = whole(planned);
        if (configs != null) {
            ServerSetups setups = ServerSetups.of(plan);
            setups.writeInto(configs);
            setups.lines().forEach(this::say);
            return ExitCode.OK.code();
        }
        WorkerChoice load = tolerance.of(remote.of(plan, workers));
        PlannedDisks.require(plan);
        RecordedOutput.of(plan, load.count()).require(out);
        consent.check(plan);
        ServerSetups.announcement(plan).filter(_ -> hook == null).ifPresent(this::say);
        long begun = System.nanoTime();
        List<RunStage> stages = stages(planned, request.choice(), plan, load);
        RunPipeline pipeline = pipeline(plan, request, text, choices(file, plan, load), stages);
        // Other claims may need servers set up otherwise, and people have to be asked for that.
        boolean setUpByPeople = hook == null && ServerSetups.announcement(plan).isPresent();
        if (request.choice().budget().isEmpty() || setUpByPeople) {
            return outcome(pipeline.run());
        }
        RunOutcome ended = pipeline.followedByOthers().run();
        RunDirectory run = RunDirectory.open(pipeline.directory().orElseThrow());
        Duration spent = Duration.ofNanos(System.nanoTime() - begun);
        boolean left = spent.compareTo(request.choice().budget().get()) < 0;
        // To tell takes as long as to read all trials once more.
        boolean whole =
                left && ended.trouble() == ExitCode.OK && stages.stream().allMatch(stage -> stage.finishedIn(run));
        Optional<StudyRequest> others = whole
                ? request.others(planned, spent, file.toString(), text, on.clusters(), secrets.of(file))
                : Optional.empty();
        if (others.isEmpty()) {
            return outcome(ended);
        }
        StudyChoice next = others.get().choice();
        say("%s are left, in which these claims can be judged that had no place before: %s"
                .formatted(
                        DurationText.ofRun(next.budget().orElseThrow()),
                        String.join(", ", new TreeSet<>(next.claims()))));
        int code = start(others.get(), file, text);
        return code == ExitCode.OK.code() ? outcome(ended) : code;
    }

    /** The plan, in which there is something to run. */
    private static Plan whole(StudyPlan planned) {
        if (planned.trials().isEmpty()) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT,
                    "nothing of the study is left to run, for the reasons above; give it a longer --budget, smaller loads with --scale-to-machine, or other tests with --only");
        }
        return planned.plan();
    }

    private int resume(Path directory) throws ScenarioException {
        try (Resumption run = Resumption.of(directory, AssayCache.standard())) {
            RunChoices then = run.choices();
            Path given = study == null ? null : StudyFolder.file(study);
            String text = run.scenarioText(given == null ? null : ScenarioChanges.text(given));
            StudyRequest request = StudyRequest.of(run.overrides(secrets.with(overrides)));
            String file = run.scenarioFile(given);
            on = ClusterChoice.of(run.clusters());
            workers = then.localWorkers();
            remote = remote.ofRun(run);
            tolerance = ToleranceChoice.of(then.tolerate());
            StudyPlan planned = planned(request, file, text);
            Plan plan = planned.plan();
            List<RunStage> stages = stages(planned, request.choice(), plan, tolerance.of(remote.of(plan, workers)));
            run.check(plan, stages.stream().allMatch(stage -> stage.finishedIn(run.directory())));
            remote.tellRecipients(run, output.announcements(spec.commandLine()));
            PlannedDisks.require(plan);
            consent.check(plan);
            RunPipeline pipeline = pipeline(plan, request, text, then, stages);
            if (!request.searchesPeaks()) {
                return outcome(pipeline.resume(run));
            }
            RunOutcome searched = pipeline.followedByOthers().resume(run);
            if (isStopped(searched)) {
                return outcome(searched);
            }
            MachineScale found = found(directory, planned, request);
            out = Objects.requireNonNullElse(directory.getParent(), out);
            return start(request.with(found, false), Path.of(file), text);
        }
    }

    private void refuseWhatTheRunHasDecided() {
        DECIDED.stream()
                .filter(option -> spec.commandLine().getParseResult().hasMatchedOption(option))
                .findFirst()
                .ifPresent(option -> {
                    throw new CommandFailure(
                            ExitCode.BAD_INPUT,
                            "--resume does not accept " + option
                                    + ": the run continues with its original options; leave it out");
                });
    }

    private static int outcome(RunOutcome outcome) {
        return outcome.exitCode(false).code();
    }

    private StudyPlan planned(StudyRequest request, String file, String text) throws ScenarioException {
        try {
            return request.plan(file, text, on.clusters(), secrets.of(Path.of(file)));
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.BAD_INPUT, String.valueOf(e.getMessage()), e);
        }
    }

    private StudyRequest request() {
        if ((!peaks.isEmpty() || searchPeaks) && !scale) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT,
                    (searchPeaks ? "--search-peaks" : "--peak")
                            + " is for --scale-to-machine, which scales loads by it; give both, or neither");
        }
        if (once && budget.isPresent()) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT,
                    "--once runs one block, and a --budget buys as many as it has time for; give one of them");
        }
        try {
            Optional<Duration> max = budget.map(DurationText::parse);
            return new StudyRequest(
                    new StudyChoice(
                            new LinkedHashSet<>(only),
                            new LinkedHashSet<>(systems.isEmpty() ? on.names() : systems),
                            new LinkedHashSet<>(claims),
                            max),
                    once
                            ? Stream.concat(secrets.with(overrides).stream(), Stream.of("repeat=1"))
                                    .toList()
                            : secrets.with(overrides),
                    scale && configs == null ? new Fitting(machine(), true) : null);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.BAD_INPUT, "--budget: " + e.getMessage(), e);
        }
    }

    /** What is known of this machine before anything is searched. */
    private MachineScale machine() {
        Map<String, Double> known = new TreeMap<>();
        peaks.forEach((name, rate) -> known.put(name, rate(name, rate).perSecond()));
        Optional<Double> fanOut = remote.sendsLoad()
                ? Optional.empty()
                : calibration()
                        .status(Instant.now())
                        .calibration()
                        .flatMap(calibration -> calibration.ceiling(FAN_OUT));
        if (fanOut.isEmpty() && !remote.sendsLoad()) {
            say(
                    "the harness's delivery rate to ten subscriptions on this machine is not known ('assay run harness-ceiling --keep-as harness' finds it), so offered loads are not checked against it");
        }
        return new MachineScale(Runtime.getRuntime().availableProcessors(), known, Map.of(), fanOut);
    }

    private static MachineCalibration calibration() {
        AssayCache cache = AssayCache.standard();
        return MachineCalibration.of(cache, MachineFacts.read(cache.root()));
    }

    private static Rate rate(String name, String text) {
        try {
            return Rate.parse(text);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.BAD_INPUT, "--peak " + name + ": " + e.getMessage(), e);
        }
    }

    private List<RunStage> stages(StudyPlan study, StudyChoice choice, Plan plan, WorkerChoice load) {
        SetupGate gate =
                new SetupGate(ServerSetups.of(plan), hook == null ? SetupGate.Hook.NONE : SetupGate.program(hook));
        return List.of(new TrialsStage(plan, StudyExperiment.of(study, choice, plan), load)
                .within(choice.budget().orElse(null))
                .through(gate));
    }

    private RunPipeline pipeline(
            Plan plan, StudyRequest study, String text, RunChoices choices, List<RunStage> stages) {
        RunRequest request = new RunRequest(
                plan.scenario(),
                StudyExperiment.certain(study.choice(), plan).stream()
                        .map(PlannedTrial::folder)
                        .toList(),
                text,
                study.texts(),
                CommandLineText.of(spec),
                out,
                Optional.of(choices));
        CommandLine line = spec.commandLine();
        return new RunPipeline(request, stages, output.progress(line), output.summary(line))
                .verbose(output.verbose())
                .scrapedAt(metrics.request())
                .shownAt(live.address());
    }

    private RunChoices choices(Path file, Plan plan, WorkerChoice load) {
        return new RunChoices(
                AssayBuild.ofThisProcess().title(),
                file.toString(),
                plan.repeat().blocks(),
                List.of(),
                on.names(),
                load.local(),
                remote.recorded(),
                load.tolerate(),
                remote.tokenFile(),
                remote.authority());
    }
}
