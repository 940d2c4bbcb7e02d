package dev.assay.e2e.frozen;

import dev.assay.model.calibration.MachineFingerprint;
import dev.assay.model.calibration.Repeatability;
import dev.assay.model.calibration.Repeatability.Scatter;
import dev.assay.model.spec.FaultChoices;
import dev.assay.run.preflight.Preflight;
import dev.assay.run.study.StudyPlanText;
import dev.assay.run.verify.VerificationPlanText;
import dev.assay.run.workers.WorkerChoice;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.StudyFile;
import dev.assay.scenario.study.MachineScale;
import dev.assay.scenario.study.Study;
import dev.assay.scenario.study.StudyChoice;
import dev.assay.scenario.study.StudyPlan;
import dev.assay.scenario.verification.VerificationPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares the plans of the files that come with the program with the recorded ones. */
class FrozenPlansTest {
    private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();
    private static final Path SCENARIOS = PROJECT.resolve("scenarios");
    private static final Path STUDIES = PROJECT.resolve("studies");
    private static final String YAML = ".yaml";
    /** Names the only study whose budget is tested, since finding out what fits takes seconds for larger ones. */
    private static final String BUDGETED = "kafkaesque-2019.yaml";

    private static final Repeatability REPEATABILITY = new Repeatability(
            "2026-11-24T10:00:00Z",
            MachineFingerprint.of("here", Map.of()),
            "20261124T100000Z-a-a",
            "a-a",
            "0badcafe",
            "kafka 4.3.1",
            List.of(new Scatter("response.p50", 0.08, 10), new Scatter("response.p99", 0.15, 10)));

    /** Matches the part of a plan that depends on this machine. */
    private static final Pattern HERE =
            Pattern.compile("(?m)^\\n(?:\\d+ verifications?, which .*|checked before anything starts:)$");

    private final Transcript program =
            new Transcript().naming(SCENARIOS, "scenarios").naming(STUDIES, "studies");

    static List<String> scenarios() throws IOException {
        return Goldens.names(SCENARIOS).stream()
                .filter(name -> name.endsWith(YAML))
                .toList();
    }

    static List<String> studies() throws IOException {
        return Goldens.names(STUDIES).stream()
                .filter(name -> name.endsWith(YAML))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void aScenarioIsPlannedAsItWas(String name) throws Exception {
        Path path = SCENARIOS.resolve(name);
        ScenarioFile file = ScenarioFile.read(path.toString(), Files.readString(path), List.of(), Set.of());
        Map<String, String> texts = new TreeMap<>();
        texts.put("trials.json", TrialsJson.of(file.plan()));
        Optional<VerificationPlan> verifications =
                file.faults().choices().isEmpty() ? Optional.empty() : Optional.of(verifications(file));
        if (verifications.isPresent()) {
            texts.put("verifications.json", TrialsJson.of(verifications.get()));
        }
        texts.put("plan.txt", onAnyMachine(program.of("plan", path.toString()), file, verifications));

        Goldens.assertHeld("scenarios/" + name.replace(YAML, ""), texts);
    }

    private static VerificationPlan verifications(ScenarioFile file) {
        FaultChoices faults = file.faults();
        return VerificationPlan.of(file.name(), file.points(), faults, file.repeat(), file.seed());
    }

    /** Returns a plan's text for a machine that can make all of its verifications, and lacks only clients. */
    private static String onAnyMachine(String said, ScenarioFile file, Optional<VerificationPlan> verifications)
            throws ScenarioException {
        Matcher here = HERE.matcher(said);
        if (!here.find()) {
            return said;
        }
        Preflight preflight = new Preflight(
                file.plan().trials(), new WorkerChoice(1, List.of()), Optional.of(Path.of("runs")), new AnyMachine());
        return said.substring(0, here.start())
                + verifications
                        .map(plan -> "\n" + new VerificationPlanText(plan, _ -> Optional.empty()).text(file.verify()))
                        .orElse("")
                + Preflight.text(preflight.checks(false))
                + said.substring(said.lastIndexOf("exit code"));
    }

    @ParameterizedTest
    @MethodSource("studies")
    void aStudyIsPlannedAsItWas(String name) throws Exception {
        Path path = STUDIES.resolve(name);
        String text = Files.readString(path);
        Map<String, String> texts = new TreeMap<>();
        Study study = StudyFile.read(path.toString(), text, List.of());
        texts.put("plan.txt", lines(StudyPlan.of(study, StudyChoice.ALL)));
        texts.put(
                "trials.json",
                TrialsJson.of(StudyPlan.of(study, StudyChoice.ALL).plan()));
        if (!study.peaks().isEmpty()) {
            addScaled(texts, name, path.toString(), text, study);
        }

        Goldens.assertHeld("studies/" + name.replace(YAML, ""), texts);
    }

    private static void addScaled(Map<String, String> texts, String name, String path, String text, Study study)
            throws ScenarioException {
        MachineScale machine = new MachineScale(
                4,
                study.peaks().stream().collect(Collectors.toMap(peak -> peak.name(), _ -> 50_000.0)),
                Map.of(),
                Optional.of(200_000.0));
        StudyPlan scaled =
                StudyPlan.of(new StudyFile(path, text).scaled(List.of(), machine, Map.of()), StudyChoice.ALL);
        texts.put("scaled-plan.txt", lines(scaled));
        if (name.equals(BUDGETED)) {
            StudyChoice some = new StudyChoice(Set.of(), Set.of(), Optional.of(Duration.ofMinutes(40)));
            StudyPlan fitting = StudyPlan.of(scaled.study(), some);
            texts.put(
                    "scaled-plan-40m.txt",
                    String.join("\n", StudyPlanText.lines(fitting, Optional.of(REPEATABILITY), Optional.empty()))
                            + "\n");
        }
        texts.put("scaled-trials.json", TrialsJson.of(scaled.plan()));
        StudyPlan peaks = StudyPlan.of(new StudyFile(path, text).peaks(List.of(), 4), StudyChoice.ALL);
        texts.put("peaks-plan.txt", lines(peaks));
        texts.put("peaks-trials.json", TrialsJson.of(peaks.plan()));
    }

    /** Returns a plan's text for a machine of which nothing is known. */
    private static String lines(StudyPlan plan) {
        return String.join("\n", StudyPlanText.lines(plan)) + "\n";
    }
}
