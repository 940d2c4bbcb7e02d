package dev.assay.cli.card;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.RunAnalyzer;
import dev.assay.analysis.study.StudyReporting;
import dev.assay.host.file.RecordJson;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.result.RunConditions;
import dev.assay.model.result.RunRecord;
import dev.assay.model.study.StudyRecord;
import dev.assay.report.card.Card;
import dev.assay.report.card.CardMaker;
import dev.assay.report.card.IdentifyingText;
import dev.assay.report.card.Lock;
import dev.assay.run.workers.WorkerJvm;
import dev.assay.store.RunDirectory;
import dev.assay.worker.wire.AssayBuild;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The card of a run directory.
 *
 * @param card with its digest
 * @param lock the text of {@code assay.lock}
 * @param offered figures that are no more than what was to be offered, by {@link CardMaker#offered}
 */
public record RunCard(Card card, String lock, Set<String> offered) {
    /**
     * Makes the card of a run, from its directory alone.
     *
     * @param studies digests of those that come with this Assay
     * @param out is told why a study can't be judged
     * @throws CommandFailure when no trial finished, or its record says something impossible
     */
    public static RunCard of(RunDirectory run, Set<String> studies, PrintWriter out) {
        if (run.finished().isEmpty()) {
            throw new CommandFailure(
                    ExitCode.INVALID, "no trial of " + run.path() + " finished, so there is nothing to put on a card");
        }
        RunAnalysis analysis = RunAnalyzer.analyze(run);
        IdentifyingText identifying = IdentifyingText.of(analysis, here());
        String lock = text(Lock.of(
                analysis,
                analysis.run().conditions().map(RunConditions::seed),
                workerJvm(analysis.run()),
                identifying));
        Optional<StudyRecord> study = StudyReporting.of(run, analysis, out::println);
        boolean shipped = studies.contains(CardMaker.sha256(analysis.run().scenarioText()));
        return new RunCard(
                card(analysis, study, shipped && study.isPresent(), lock, identifying),
                lock,
                CardMaker.offered(analysis, identifying));
    }

    private static Card card(
            RunAnalysis run, Optional<StudyRecord> study, boolean shipped, String lock, IdentifyingText identifying) {
        // Its record may say something impossible.
        return CommandFailure.reading("", () -> CardFile.sealed(CardMaker.of(run, study, shipped, lock, identifying)));
    }

    private static String text(Lock lock) {
        return new String(RecordJson.bytes(lock), StandardCharsets.UTF_8);
    }

    /** Names of this machine and its user, which may stand anywhere. */
    private static List<String> here() {
        return List.of(
                System.getProperty("user.name", ""),
                System.getProperty("user.home", ""),
                AssayBuild.ofThisProcess().host());
    }

    /** No run records them; this build knows those of its own, but for the size of their heaps, which follows the load. */
    private static List<String> workerJvm(RunRecord run) {
        boolean own = run.conditions()
                .filter(conditions ->
                        conditions.build().equals(AssayBuild.ofThisProcess().title()))
                .filter(conditions -> conditions.places().isEmpty())
                .isPresent();
        return own
                ? WorkerJvm.flags().stream()
                        .filter(flag -> !flag.startsWith("-Xm"))
                        .toList()
                : List.of();
    }
}
