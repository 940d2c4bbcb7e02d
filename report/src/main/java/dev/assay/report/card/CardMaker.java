package dev.assay.report.card;

import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.SummaryLines;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.comparison.MeasuredPoint;
import dev.assay.analysis.reading.Statistic;
import dev.assay.model.result.RunRecord;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.spec.Redactor;
import dev.assay.model.study.StudyRecord;
import dev.assay.model.timeline.Phase.Expectation;
import dev.assay.report.card.Card.Facts;
import dev.assay.report.card.Card.MeasuredSystem;
import dev.assay.report.card.Card.OfStudy;
import dev.assay.report.card.Card.RunFacts;
import dev.assay.report.page.VerificationStatusView;
import dev.assay.report.text.SystemText;
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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

public final class CardMaker {
    /** Names the facts of a machine that matter to results and don't reveal its owner. */
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

    /** Names the columns whose words are Assay's own, so that they are not masked. */
    private static final Set<String> OWN_WORDS = Set.of("statistic", "unit", "quality", "why");

    private CardMaker() {}

    /**
     * Returns everything on a card except its values. The runs must have the same scenario and overrides, and each at least one trial.
     *
     * @param studies judged claims of each run; empty where the runs are of no study
     * @param shipped whether the study is, to the letter, one that this build ships
     * @param scenario as it goes on the card
     * @param started overrides with which a run starts clusters like those that had been started before
     * @throws IllegalArgumentException when the record of a run does not say when it was started
     */
    public static Facts facts(
            List<RunAnalysis> runs,
            List<Optional<StudyRecord>> studies,
            boolean shipped,
            String scenario,
            List<String> started,
            IdentifyingText identifying) {
        RunRecord first = runs.getFirst().run();
        List<String> overrides = Stream.concat(first.overrides().stream(), started.stream())
                .map(identifying::masked)
                .toList();
        List<RunFacts> facts = new ArrayList<>();
        for (int i = 0; i < runs.size(); i++) {
            RunAnalysis run = runs.get(i);
            facts.add(new RunFacts(
                    day(run.run().startedAt()),
                    Lock.build(run.run()),
                    machine(run.run(), identifying),
                    run.worst(),
                    trials(run),
                    reasons(run),
                    systems(run),
                    studies.get(i).map(study -> claims(study, identifying)).orElse(Map.of())));
        }
        return new Facts(
                Card.FORMAT,
                identifying.masked(first.scenario()),
                studies.getFirst()
                        .map(study ->
                                new OfStudy(identifying.masked(study.name()), sha256(first.scenarioText()), shipped)),
                overrides,
                // A person who runs the card again has to fill in masked texts.
                (scenario + overrides).contains(Redactor.MASK),
                facts);
    }

    /** Returns the rows of a run as its card has them, with the columns of {@link SummaryLines}. */
    public static List<Map<String, @Nullable Object>> lines(RunAnalysis run, IdentifyingText identifying) {
        List<Map<String, @Nullable Object>> lines = SummaryLines.ofCard(run);
        lines.forEach(line ->
                line.replaceAll((column, value) -> value instanceof String text && !OWN_WORDS.contains(column)
                        ? masked(column, text, identifying)
                        : value));
        return lines;
    }

    private static String masked(String column, String text, IdentifyingText identifying) {
        return column.equals("point") ? identifying.label(text) : identifying.masked(text);
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

    /** Returns the figures that are rates fixed by the run itself: those of phases that had to sustain the offered load. */
    public static Set<String> offered(RunAnalysis run, IdentifyingText identifying) {
        Set<String> offered = new LinkedHashSet<>();
        for (TrialAnalysis analysis : run.trials()) {
            TrialRecord trial = analysis.trial();
            boolean several = analysis.measured().size() > 1;
            for (PhaseAnalysis phase : analysis.measured()) {
                if (phase.phase().expectation() == Expectation.SUSTAINED) {
                    offered.add(identifying.label(trial.identity().label()) + " "
                            + MeasuredPoint.name(
                                    Statistic.ACHIEVED,
                                    identifying.masked(phase.phase().name()),
                                    several));
                }
            }
        }
        return offered;
    }

    private static Map<String, String> claims(StudyRecord study, IdentifyingText identifying) {
        Map<String, String> claims = new LinkedHashMap<>();
        study.claims().forEach(claim -> claims.put(identifying.masked(claim.id()), claim.outcome()));
        return claims;
    }

    /** Returns the SHA-256 digest of a text in UTF-8, in hexadecimal digits. */
    public static String sha256(String text) {
        return sha256(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the SHA-256 digest in hexadecimal digits. */
    public static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
