package dev.assay.cli.card;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.RunAnalyzer;
import dev.assay.analysis.SummaryLines;
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
import dev.assay.scenario.YamlComments;
import dev.assay.store.RunDirectory;
import dev.assay.store.Summary;
import dev.assay.worker.wire.AssayBuild;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/**
 * @param entries content of the card's file by entry name
 * @param offered figures that are merely the offered load, by {@link CardMaker#offered}
 */
public record RunCard(Card card, Map<String, byte[]> entries, Set<String> offered) {
    public byte[] packed() {
        return CardFile.packed(entries);
    }

    /**
     * Makes the card of runs from their directories alone.
     *
     * @param studies digests of this Assay's studies
     * @param out receives the reason where a study can't be judged
     * @throws CommandFailure when no trial of a run finished, its record is impossible, or its scenario, lock or overrides differ from the
     *     first run's
     */
    public static RunCard of(List<RunDirectory> runs, Set<String> studies, PrintWriter out) {
        List<RunAnalysis> analyses = new ArrayList<>();
        List<Optional<StudyRecord>> judged = new ArrayList<>();
        for (RunDirectory run : runs) {
            if (run.finished().isEmpty()) {
                throw new CommandFailure(
                        ExitCode.INVALID,
                        "no trial of " + run.path() + " finished, so there is nothing to put on a card");
            }
            RunAnalysis analysis = RunAnalyzer.analyze(run);
            analyses.add(analysis);
            judged.add(StudyReporting.of(run, analysis, out::println));
        }
        IdentifyingText identifying = IdentifyingText.of(analyses, namesHere());
        RunAnalysis first = analyses.getFirst();
        Lock lock = lock(first, identifying);
        List<String> started = ClusterOverrides.of(first, lock);
        for (int i = 1; i < runs.size(); i++) {
            List<String> other = differing(first, analyses.get(i), lock, lock(analyses.get(i), identifying));
            if (!other.isEmpty()) {
                throw CommandFailure.badInput(
                        "%s does not fit %s: it has another %s; a card is of runs of the same scenario, lock and overrides"
                                .formatted(runs.get(i).path(), runs.getFirst().path(), String.join(", ", other)));
            }
        }
        boolean shipped = studies.contains(CardMaker.sha256(first.run().scenarioText()))
                && judged.getFirst().isPresent();
        String scenario = shipped ? "" : identifying.masked(scenario(first));
        List<byte[]> rows = analyses.stream()
                .map(run -> new Summary(
                                "",
                                SummaryLines.VERSION,
                                SummaryLines.COLUMNS,
                                List.of(),
                                CardMaker.lines(run, identifying))
                        .csv())
                .toList();
        // A record may contain impossible values.
        Map<String, byte[]> entries = CommandFailure.reading(
                "",
                () -> CardFile.entries(
                        CardMaker.facts(analyses, judged, shipped, scenario, started, identifying),
                        scenario,
                        lock,
                        rows));
        return new RunCard(
                CommandFailure.reading("", () -> CardFile.card(entries)),
                entries,
                CardMaker.offered(first, identifying));
    }

    private static String scenario(RunAnalysis run) {
        return YamlComments.removed(run.run().scenarioText()).replace("\r\n", "\n");
    }

    private static List<String> differing(RunAnalysis first, RunAnalysis run, Lock lock, Lock other) {
        List<String> differing = new ArrayList<>();
        if (!scenario(run).equals(scenario(first))) {
            differing.add("scenario");
        }
        if (!run.run().overrides().equals(first.run().overrides())) {
            differing.add("list of overrides");
        }
        ObjectNode otherLock = RecordJson.tree(other);
        RecordJson.tree(lock).properties().stream()
                .filter(field -> !field.getValue().equals(otherLock.get(field.getKey())))
                .forEach(field -> differing.add("'" + field.getKey() + "' in its lock"));
        return differing;
    }

    private static Lock lock(RunAnalysis run, IdentifyingText identifying) {
        return Lock.of(run, run.run().conditions().map(RunConditions::seed), workerJvm(run.run()), identifying);
    }

    /** Returns the names of this machine and its user, which must not appear in a card. */
    private static List<String> namesHere() {
        return List.of(
                System.getProperty("user.name", ""),
                System.getProperty("user.home", ""),
                AssayBuild.ofThisProcess().host());
    }

    /**
     * Returns the workers' JVM flags without heap sizes. Runs don't record them, so there are none where another build or workers elsewhere were used.
     */
    private static List<String> workerJvm(RunRecord run) {
        boolean sameProgram = run.conditions()
                .filter(conditions ->
                        conditions.build().equals(AssayBuild.ofThisProcess().title()))
                .filter(conditions -> conditions.places().isEmpty())
                .isPresent();
        return sameProgram ? WorkerJvm.common() : List.of();
    }
}
