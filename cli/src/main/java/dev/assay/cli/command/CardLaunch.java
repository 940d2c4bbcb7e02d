package dev.assay.cli.command;

import dev.assay.cli.card.CardAnswers;
import dev.assay.cli.card.Reproducible;
import dev.assay.cli.card.StudyFolder;
import dev.assay.cli.command.Launcher.Ended;
import dev.assay.cli.run.PlanText;
import dev.assay.cli.terminal.Terminal;
import dev.assay.cluster.AssayCache;
import dev.assay.cluster.ProgressListener;
import dev.assay.cluster.artifact.ArtifactCache;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.report.card.Card;
import dev.assay.report.card.CardView;
import dev.assay.report.text.Formats;
import dev.assay.report.view.Block.Lines;
import dev.assay.report.view.Block.Text;
import dev.assay.run.preflight.DataConsent;
import dev.assay.run.preflight.Means;
import dev.assay.run.preflight.Preflight;
import dev.assay.run.study.StudyPlanText;
import dev.assay.run.trial.TrialsStage;
import dev.assay.run.workers.WorkerChoice;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.StudyFile;
import dev.assay.scenario.StudyRequest;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.study.StudyPlan;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Measures a card's results again: shows what it would fetch and run, asks, runs it with exactly the artifacts that the
 * card names, and judges each of its figures.
 */
final class CardLaunch {
    private static final int SHOWN_DIGITS = 12;

    private final LaunchChoice choice;
    private final Path file;
    private final Card card;
    private final PrintWriter people;

    CardLaunch(LaunchChoice choice, Path file, Card card) {
        this.choice = choice;
        this.file = file;
        this.card = card;
        this.people = choice.people();
    }

    int start() throws ScenarioException {
        CardRun planned = planned(card, file.toString());
        planned.show(people);
        choice.workers = planned.workers();
        choice.artifacts = Optional.of(planned.card.card().lock().artifacts());
        Ended ended = new Launcher(choice).start(planned.run, this::confirm);
        ExitCode trouble = ended.outcome().trouble();
        if (trouble != ExitCode.OK && trouble != ExitCode.INCONCLUSIVE) {
            people.println("once it is complete, 'assay compare %s %s' answers for each figure"
                    .formatted(file, ended.directory().path()));
            people.flush();
            return trouble.code();
        }
        return CardAnswers.tell(List.of(card), List.of(ended.directory()), CardAnswers.THRESHOLD, people)
                .code();
    }

    static Preflight show(Card card, PrintWriter people, ProgressListener progress) throws ScenarioException {
        CardRun planned = planned(card, card.facts().title());
        planned.show(people);
        return new Preflight(
                planned.run.plan().trials(),
                new WorkerChoice(planned.workers(), List.of()),
                Optional.of(Path.of("runs")),
                new Means(planned.run.cache(), progress));
    }

    /** Returns, in one line, why this Assay would refuse to run a card; empty where it would not. */
    static Optional<String> refusal(Card card) {
        try {
            planned(card, card.facts().title());
            return Optional.empty();
        } catch (CommandFailure | ScenarioException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /**
     * Holds what a card asks for, restricted to what any card may ask for.
     *
     * @param shown the plan for people
     */
    private record CardRun(Reproducible card, PlannedRun run, String shown) {
        int workers() {
            return card.card().lock().workers().orElse(1);
        }

        void show(PrintWriter people) {
            Terminal.print(people, CardView.blocks(card.card()));
            people.println();
            List<String> artifacts = new ArrayList<>();
            card.card()
                    .lock()
                    .artifacts()
                    .forEach((name, sha256) -> artifacts.add("  " + sha256.substring(0, SHOWN_DIGITS) + "  " + name));
            String fetched = artifacts.isEmpty()
                    ? "To be fetched: nothing that the card names."
                    : "To be fetched from %s, what is not in the cache; anything with another SHA-256 is refused:"
                            .formatted(new ArtifactCache(AssayCache.standard(), people::println).origin());
            List<String> overrides = card.card().facts().overrides();
            String run = "To be run here, by %s%s:"
                    .formatted(
                            Formats.counted(workers(), "worker"),
                            overrides.isEmpty() ? "" : ", with " + String.join(", ", overrides));
            Terminal.print(people, List.of(Text.of(fetched), new Lines(artifacts), Text.of(run)));
            people.print(shown);
            people.flush();
        }
    }

    private static CardRun planned(Card card, String file) throws ScenarioException {
        Reproducible source = Reproducible.of(card, StudyFolder::textWithDigest);
        CardRun planned = StudyFile.isStudy(source.text()) ? ofStudy(source, file) : ofScenario(source, file);
        source.check(planned.run.plan());
        return planned;
    }

    private static CardRun ofScenario(Reproducible source, String file) throws ScenarioException {
        ScenarioFile scenario = ScenarioFile.read(
                source.card().facts().title(),
                source.text(),
                source.card().facts().overrides(),
                new LinkedHashSet<>(source.card().lock().systems()),
                List.of(),
                path -> {
                    throw new IllegalArgumentException(
                            "a card brings no files, but its scenario sends the payload file '" + path + "'");
                });
        Plan plan = scenario.plan();
        PlannedRun run = PlannedRun.of(
                file,
                source.text(),
                source.card().facts().overrides(),
                source.card().lock().systems(),
                scenario.seed(),
                plan,
                load -> ScenarioLaunch.stages(scenario, plan, new TrialsStage(plan, load)));
        return new CardRun(source, run.lockedTo(source.card().lock()), PlanText.of(plan));
    }

    private static CardRun ofStudy(Reproducible source, String file) throws ScenarioException {
        StudyRequest request = CommandFailure.reading(
                "", () -> StudyRequest.of(source.card().facts().overrides()));
        StudyFile read = new StudyFile("study", source.text());
        StudyPlan study = CommandFailure.reading("", () -> request.plan(read));
        List<String> lines = StudyPlanText.lines(study);
        if (study.trials().isEmpty()) {
            throw CommandFailure.badInput("nothing of the study can be run here: " + String.join("; ", lines));
        }
        PlannedRun run = PlannedRun.of(
                file, source.text(), source.card().facts().overrides(), request, study, UnaryOperator.identity());
        return new CardRun(
                source,
                run.lockedTo(source.card().lock()),
                String.join(System.lineSeparator(), lines) + System.lineSeparator());
    }

    private void confirm() {
        if (!choice.yes) {
            DataConsent.require(
                    Terminal.confirm("Run this here? [y/N] "),
                    "there is no terminal to ask on whether this may be run here; if it may, give --yes");
        }
    }
}
