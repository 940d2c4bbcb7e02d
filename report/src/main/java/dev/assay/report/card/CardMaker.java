package dev.assay.report.card;

import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.comparison.MeasuredPoint;
import dev.assay.analysis.reading.Statistic;
import dev.assay.model.result.RunRecord;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.spec.Redactor;
import dev.assay.model.study.StudyRecord;
import dev.assay.model.timeline.Phase.Expectation;
import dev.assay.report.card.Card.Figure;
import dev.assay.report.card.Card.MeasuredSystem;
import dev.assay.report.card.Card.OfStudy;
import dev.assay.report.card.Card.Row;
import dev.assay.report.chart.PackedText;
import dev.assay.report.page.VerificationStatusView;
import dev.assay.report.text.SystemText;
import dev.assay.scenario.YamlComments;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Makes a card of a run. */
public final class CardMaker {
    /** Facts of a machine that matter to what was measured and tell nothing of whose it is. */
    private static final List<String> MACHINE = List.of(
            "cpu.model",
            "cpu.cores",
            "cpu.cores_of_this_process",
            "memory.total",
            "os",
            "kernel",
            "jvm",
            "virtual_machine",
            "repeatability");

    private CardMaker() {}

    /**
     * The card of a run with at least one trial, with its digest still empty.
     *
     * @param study what came of its claims; empty where the run is of no study
     * @param shipped whether the study is one that this build ships, to the letter
     * @param lock the text of {@code assay.lock}
     * @throws IllegalArgumentException when the record of the run does not say when it was started
     */
    public static Card of(
            RunAnalysis run, Optional<StudyRecord> study, boolean shipped, String lock, IdentifyingText identifying) {
        RunRecord record = run.run();
        String scenario = shipped ? "" : identifying.masked(YamlComments.removed(record.scenarioText()));
        List<String> overrides =
                record.overrides().stream().map(identifying::masked).toList();
        // To be filled in by whoever runs it again.
        boolean masked = (scenario + overrides).contains(Redactor.MASK);
        return new Card(
                Card.FORMAT,
                "",
                identifying.masked(record.scenario()),
                day(record.startedAt()),
                Lock.build(record),
                machine(record, identifying),
                run.worst(),
                trials(run),
                reasons(run),
                systems(run),
                rows(run, identifying),
                study.map(found -> new OfStudy(
                        identifying.masked(found.name()), sha256(record.scenarioText()), shipped, words(found))),
                scenario.isEmpty() ? "" : PackedText.of(scenario),
                overrides,
                masked,
                PackedText.of(lock));
    }

    private static String day(String startedAt) {
        try {
            return Instant.parse(startedAt)
                    .atOffset(ZoneOffset.UTC)
                    .toLocalDate()
                    .toString();
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "run.json says that the run started at '" + startedAt + "', which is not an ISO-8601 instant", e);
        }
    }

    private static Map<String, String> machine(RunRecord run, IdentifyingText identifying) {
        Map<String, String> machine = new LinkedHashMap<>();
        for (String fact : MACHINE) {
            String value = run.environment().get(fact);
            if (value != null) {
                machine.put(fact, identifying.masked(value));
            }
        }
        return machine;
    }

    private static Map<String, Integer> trials(RunAnalysis run) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        for (Grade grade : Grade.values()) {
            int count = (int) run.trials().stream()
                    .filter(trial -> trial.verdict().grade() == grade)
                    .count();
            if (count > 0) {
                counts.put(grade.name(), count);
            }
        }
        int failed =
                (int) run.missing().stream().filter(trial -> trial.failed()).count();
        if (failed > 0) {
            counts.put(Card.FAILED, failed);
        }
        return counts;
    }

    private static Map<String, Integer> reasons(RunAnalysis run) {
        Map<String, Integer> reasons = new TreeMap<>();
        for (TrialAnalysis trial : run.trials()) {
            trial.verdict().reasons().stream()
                    .map(reason -> reason.code())
                    .distinct()
                    .forEach(code -> reasons.merge(code, 1, Integer::sum));
        }
        return reasons;
    }

    private static List<MeasuredSystem> systems(RunAnalysis run) {
        Set<MeasuredSystem> systems = new LinkedHashSet<>();
        for (TrialAnalysis analysis : run.trials()) {
            TrialRecord trial = analysis.trial();
            systems.add(new MeasuredSystem(
                    SystemText.name(trial.system()),
                    trial.system().client(),
                    trial.durability().label(),
                    trial.durability().meaning(),
                    VerificationStatusView.of(trial, run).word()));
        }
        return List.copyOf(systems);
    }

    private static List<Row> rows(RunAnalysis run, IdentifyingText identifying) {
        List<Row> rows = new ArrayList<>();
        MeasuredPoint.of(run).forEach((key, point) -> {
            String name = point(key.system(), key.dimensions(), identifying);
            point.rows().forEach(row -> rows.add(Row.of(row, name, identifying::masked)));
        });
        return rows;
    }

    private static String point(String system, Map<String, String> dimensions, IdentifyingText identifying) {
        String text = new TreeMap<>(dimensions)
                .entrySet().stream()
                        .map(dimension -> dimension.getKey() + "=" + dimension.getValue())
                        .collect(Collectors.joining(" "));
        return identifying.masked(system + (text.isEmpty() ? "" : " " + text));
    }

    /** A figure's name among those of its card, such as {@code SYSTEM response.p99}. */
    static String name(Figure figure) {
        return figure.point() + " " + figure.statistic();
    }

    /** The names of figures of a run that are rates which it fixed: those of phases that had to sustain what they were offered. */
    public static Set<String> offered(RunAnalysis run, IdentifyingText identifying) {
        Set<String> offered = new LinkedHashSet<>();
        for (TrialAnalysis analysis : run.trials()) {
            TrialRecord trial = analysis.trial();
            boolean several = analysis.measured().size() > 1;
            for (PhaseAnalysis phase : analysis.measured()) {
                if (phase.phase().expectation() == Expectation.SUSTAINED) {
                    offered.add(point(trial.system().system(), trial.identity().dimensions(), identifying) + " "
                            + MeasuredPoint.name(
                                    Statistic.ACHIEVED, phase.phase().name(), several));
                }
            }
        }
        return offered;
    }

    private static Map<String, Integer> words(StudyRecord study) {
        Map<String, Integer> words = new TreeMap<>();
        study.claims().forEach(claim -> words.merge(claim.outcome(), 1, Integer::sum));
        return words;
    }

    /** The digest of a text in UTF-8, as hexadecimal digits. */
    public static String sha256(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
