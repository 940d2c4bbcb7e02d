package dev.assay.cli.reproduce;

import dev.assay.analysis.study.StudyExperiment;
import dev.assay.cli.card.RunCard;
import dev.assay.cli.command.CommandLineText;
import dev.assay.cli.command.RunCommand;
import dev.assay.cli.command.StudyFolder;
import dev.assay.cli.run.PlanText;
import dev.assay.cli.run.RunPipeline;
import dev.assay.cli.study.StudyPlanText;
import dev.assay.cli.study.StudyRequest;
import dev.assay.cli.terminal.Terminal;
import dev.assay.cli.terminal.TerminalProgress;
import dev.assay.cluster.AssayCache;
import dev.assay.cluster.artifact.ArtifactCache;
import dev.assay.model.result.RunChoices;
import dev.assay.report.card.Card;
import dev.assay.report.card.CardView;
import dev.assay.report.card.Reproduction;
import dev.assay.report.card.Reproduction.Answer;
import dev.assay.report.card.Reproduction.Here;
import dev.assay.report.card.Reproduction.Side;
import dev.assay.report.card.Reproduction.Word;
import dev.assay.report.card.ReproductionView;
import dev.assay.report.text.Formats;
import dev.assay.report.view.TerminalRenderer;
import dev.assay.run.PlannedDisks;
import dev.assay.run.Progress;
import dev.assay.run.RecordedOutput;
import dev.assay.run.RunRequest;
import dev.assay.run.RunRequest.WorkerChoice;
import dev.assay.run.RunStage;
import dev.assay.run.TrialsStage;
import dev.assay.run.WorkerRefusals;
import dev.assay.run.directory.RecordJson;
import dev.assay.run.exit.CommandFailure;
import dev.assay.run.exit.ExitCode;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.StudyFile;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.scenario.study.StudyPlan;
import dev.assay.worker.wire.AssayBuild;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Measures again here what somebody says to have found, and says which of it is found again. */
@Command(
        name = "reproduce",
        mixinStandardHelpOptions = true,
        description = {
            "Runs here what a card was made of, and answers for each of its figures.",
            "It shows what it would fetch and run, asks, runs it as 'assay run' does, and says of each figure, by the intervals of comparisons,",
            "by what factor it differs here. Whether it is reproduced or contradicted takes three cards and three runs (--here), as one run does"
                    + " not tell how far runs differ by themselves.",
            "A card is read as one that means harm: only systems",
            "that Assay starts here, artifacts by their digests from the usual repository, JVM flags and settings from lists, as numbers,",
            "switches or single words; no addresses, files, classes or secrets. A card that was edited is refused."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:each figure that is judged is reproduced",
            " 2:the command line is invalid, the card is refused or not reproducible, or nobody agreed to run it",
            " 5:no trial finished here",
            " 8:no figure is contradicted, but at least one is undecided or not comparable, or there is none; so with fewer than three runs on a side",
            "11:at least one figure is contradicted",
            "others:as for 'assay run'"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  assay reproduce results/quickstart/card.json",
            "  assay reproduce results/quickstart --here runs/20261127T101500Z-quickstart",
            "  assay reproduce cards/1 cards/2 cards/3 --here runs/A --here runs/B --here runs/C"
        })
public final class ReproduceCommand implements Callable<Integer> {
    private static final double PER_CENT = 100;
    private static final int SHOWN_DIGITS = 12;

    @Parameters(
            arity = "1..*",
            paramLabel = "REPORT|CARD|DIR",
            description =
                    "A card.json or its folder, a run directory, or the report in one. Several are of runs of the same scenario; the first is run.")
    private List<Path> sources = new ArrayList<>();

    @Option(names = "--yes", description = "Does not ask. Without a terminal to ask on, it runs only with this.")
    private boolean yes;

    @Option(
            names = "--here",
            paramLabel = "DIR",
            description =
                    "Runs nothing: judges a run of the same scenario that was made before, such as a resumed one. Repeatable.")
    private List<Path> here = new ArrayList<>();

    @Option(
            names = "--threshold",
            paramLabel = "PERCENT",
            defaultValue = "25",
            description = "The smallest difference that matters, in per cent (default: ${DEFAULT-VALUE}).")
    private double threshold;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "runs",
            description = "Where the run directory is created (default: runs).")
    private Path out = Path.of("runs");

    @Option(
            names = {"-q", "--quiet"},
            description = "While it runs, prints only warnings.")
    private boolean quiet;

    @Option(
            names = "--json",
            description = "Prints the answers as JSON instead of a table; everything else goes to standard error.")
    private boolean json;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** What is to be run. */
    private record Planned(
            Plan plan, String shown, List<PlannedTrial> certain, Function<WorkerChoice, List<RunStage>> stages) {}

    /** The answers for programs. */
    private record Answers(
            String title,
            String digest,
            String run,
            double threshold,
            List<Answer> figures,
            List<String> differences) {}

    @Override
    public Integer call() throws ScenarioException {
        if (!(threshold > 0)) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT, "--threshold: expected a percentage above 0, but found " + threshold);
        }
        requireDistinct(sources);
        requireDistinct(here);
        List<Card> cards = sources.stream()
                .map(source -> CardSource.read(source, people()))
                .toList();
        Card card = cards.getFirst();
        for (int i = 1; i < cards.size(); i++) {
            requireSame(card, cards.get(i), sources.get(i).toString());
        }
        if (!here.isEmpty()) {
            return answer(cards, here).code();
        }
        Reproducible asked = Reproducible.of(card, StudyFolder::textWithDigest);
        Planned planned = planned(asked);
        asked.check(planned.plan());
        show(asked, planned);
        confirm();
        return run(cards, asked, planned);
    }

    private PrintWriter people() {
        return json ? spec.commandLine().getErr() : spec.commandLine().getOut();
    }

    /** Refuses what is given twice: a run is one sample. */
    private static void requireDistinct(List<Path> runs) {
        Set<Path> seen = new HashSet<>();
        for (Path run : runs) {
            if (!seen.add(run.toAbsolutePath().normalize())) {
                throw new CommandFailure(ExitCode.BAD_INPUT, run + " is given twice, but is one run and one sample");
            }
        }
    }

    /** Refuses another card than of a run of the same scenario. */
    private static void requireSame(Card card, Card other, String source) {
        boolean same = Reproducible.scenario(other).equals(Reproducible.scenario(card))
                && other.overrides().equals(card.overrides())
                && other.study().map(Card.OfStudy::sha256).equals(card.study().map(Card.OfStudy::sha256));
        if (!same) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT,
                    source + " is a run of another scenario than the card, or with other overrides");
        }
    }

    private Planned planned(Reproducible asked) throws ScenarioException {
        String name = asked.card().title();
        List<String> overrides = asked.card().overrides();
        if (StudyFile.isStudy(asked.text())) {
            return ofStudy(asked.text(), overrides);
        }
        ScenarioFile scenario = ScenarioFile.read(
                name, asked.text(), overrides, new LinkedHashSet<>(asked.lock().systems()), List.of(), path -> {
                    throw new IllegalArgumentException(
                            "a card brings no files, but its scenario sends the payload file '" + path + "'");
                });
        Plan plan = scenario.plan();
        return new Planned(
                plan,
                PlanText.of(plan),
                plan.certain(),
                load -> RunCommand.stages(scenario, plan, new TrialsStage(plan, load)));
    }

    private static Planned ofStudy(String text, List<String> overrides) throws ScenarioException {
        StudyRequest request;
        StudyPlan study;
        try {
            request = StudyRequest.of(overrides);
            study = request.plan("study", text);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.BAD_INPUT, String.valueOf(e.getMessage()), e);
        }
        if (study.trials().isEmpty()) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT,
                    "nothing of the study can be run here: " + String.join("; ", StudyPlanText.lines(study)));
        }
        Plan plan = study.plan();
        return new Planned(
                plan,
                String.join(System.lineSeparator(), StudyPlanText.lines(study)) + System.lineSeparator(),
                StudyExperiment.certain(request.choice(), plan),
                load -> List.of(new TrialsStage(plan, StudyExperiment.of(study, request.choice(), plan), load)
                        .within(request.choice().budget().orElse(null))));
    }

    private void show(Reproducible asked, Planned planned) {
        Card card = asked.card();
        PrintWriter people = people();
        people.print(TerminalRenderer.render(CardView.blocks(card), Terminal.isColoured()));
        people.println();
        if (asked.lock().artifacts().isEmpty()) {
            people.println("To be fetched: nothing that the card names.");
        } else {
            people.println("To be fetched from %s, what is not in the cache; anything with another SHA-256 is refused:"
                    .formatted(new ArtifactCache(AssayCache.standard(), people::println).origin()));
            asked.lock()
                    .artifacts()
                    .forEach((name, sha256) -> people.println("  " + sha256.substring(0, SHOWN_DIGITS) + "  " + name));
        }
        people.println("To be run here, by %s%s:"
                .formatted(
                        Formats.counted(workers(asked), "worker"),
                        card.overrides().isEmpty() ? "" : ", with " + String.join(", ", card.overrides())));
        people.print(planned.shown());
        people.flush();
    }

    private static int workers(Reproducible asked) {
        return asked.lock().workers().orElse(1);
    }

    private void confirm() {
        if (yes) {
            return;
        }
        Optional<Boolean> answer = Terminal.confirm("Run this here? [y/N] ");
        if (answer.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT,
                    "there is no terminal to ask on whether this may be run here; if it may, give --yes");
        }
        if (!answer.get()) {
            throw new CommandFailure(ExitCode.BAD_INPUT, "nothing was started");
        }
    }

    private int run(List<Card> cards, Reproducible asked, Planned planned) {
        WorkerChoice load = WorkerRefusals.checked(new WorkerChoice(workers(asked), List.of()), planned.plan());
        PlannedDisks.require(planned.plan());
        RecordedOutput.of(planned.plan(), load.count()).require(out);
        Progress progress =
                quiet ? TerminalProgress.quiet(people()) : new TerminalProgress(people(), Terminal.isTerminal());
        RunPipeline pipeline = new RunPipeline(
                        AssayCache.standard().lockedTo(asked.lock().artifacts()),
                        request(asked, planned, load),
                        planned.stages().apply(load),
                        progress,
                        people())
                .followedByOthers();
        ExitCode trouble = pipeline.run().trouble();
        Path directory = pipeline.directory().orElseThrow();
        if (trouble != ExitCode.OK && trouble != ExitCode.INCONCLUSIVE) {
            people().println("once it is complete, 'assay reproduce %s --here %s' answers for each figure"
                    .formatted(sources.stream().map(Path::toString).collect(Collectors.joining(" ")), directory));
            people().flush();
            return trouble.code();
        }
        return answer(cards, List.of(directory)).code();
    }

    private RunRequest request(Reproducible asked, Planned planned, WorkerChoice load) {
        Plan plan = planned.plan();
        return new RunRequest(
                plan.scenario(),
                planned.certain().stream().map(PlannedTrial::folder).toList(),
                asked.text(),
                asked.card().overrides(),
                CommandLineText.of(spec),
                out,
                Optional.of(new RunChoices(
                        AssayBuild.ofThisProcess().title(),
                        sources.getFirst().toString(),
                        plan.repeat().blocks(),
                        asked.lock().systems(),
                        List.of(),
                        load.local(),
                        List.of(),
                        load.tolerate(),
                        Optional.empty(),
                        Optional.empty())));
    }

    private ExitCode answer(List<Card> found, List<Path> runs) {
        Card first = found.getFirst();
        List<RunCard> made =
                runs.stream().map(run -> CardSource.ofRun(run, people())).toList();
        for (int i = 0; i < runs.size(); i++) {
            requireSame(first, made.get(i).card(), "--here: " + runs.get(i));
        }
        Reproduction reproduction = Reproduction.of(
                found.stream().map(ReproduceCommand::side).toList(),
                new Here(
                        made.stream().map(run -> side(run.card())).toList(),
                        made.getFirst().offered()),
                threshold / PER_CENT);
        PrintWriter terminal = spec.commandLine().getOut();
        terminal.print(
                json
                        ? json(first, reproduction, runs)
                        : System.lineSeparator()
                                + TerminalRenderer.render(
                                        ReproductionView.blocks(first.title(), reproduction), Terminal.isColoured()));
        terminal.flush();
        if (reproduction.count(Word.CONTRADICTED) > 0) {
            return ExitCode.GATE_FAILED;
        }
        int reproduced = reproduction.count(Word.REPRODUCED);
        boolean all = reproduced > 0
                && reproduced + reproduction.count(Word.OFFERED)
                        == reproduction.answers().size();
        return all ? ExitCode.OK : ExitCode.INCONCLUSIVE;
    }

    private static Side side(Card card) {
        return new Side(card, Reproducible.lock(card));
    }

    private static String json(Card found, Reproduction reproduction, List<Path> runs) {
        Answers answers = new Answers(
                found.title(),
                found.digest(),
                runs.stream().map(Path::toString).collect(Collectors.joining(" ")),
                reproduction.threshold(),
                reproduction.answers(),
                reproduction.differences());
        return new String(RecordJson.bytes(answers), StandardCharsets.UTF_8);
    }
}
