package dev.assay.run.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.RunAnalyzer;
import dev.assay.analysis.experiment.Experiment;
import dev.assay.analysis.experiment.Sweep;
import dev.assay.analysis.experiment.TrialResult;
import dev.assay.analysis.study.StudyExperiment;
import dev.assay.analysis.study.StudyResults;
import dev.assay.model.calibration.CalibrationStatus;
import dev.assay.model.result.RunRecord;
import dev.assay.model.result.StoredTrial;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.Verdict;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.result.Verdict.Reason;
import dev.assay.model.study.StudyRecord;
import dev.assay.model.study.StudyRecord.ClaimRecord;
import dev.assay.scenario.StudyFile;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.scenario.study.Study;
import dev.assay.scenario.study.StudyChoice;
import dev.assay.scenario.study.StudyPlan;
import dev.assay.store.RunDirectory;
import dev.assay.store.TrialWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs a study in virtual time, from its file to the results of its claims. */
@Tag("slow")
class VirtualStudyTest {
    private static final String STUDY = """
            study: made-up
            title: a system of 1 ms and one of 100 ms
            scenario:
              repeat: 3
              systems: { memory: { law: constant, mean: 1 ms } }
              durability: level-4
              workload: { rate: 200/s }
              phases: { before: { for: 30 s }, later: { for: 30 s } }
              timing: { drain: 60 s }
            tests:
              latency:
                says: two systems side by side
                cells:
                  fast: { system: memory, published: { before/service.p50: 1 } }
                  slow: { system: memory, systems: { memory: { mean: 100 ms } } }
                  fast-again: { system: memory }
                  elsewhere: { system: memory, missing: { code: U3, reason: "there is one machine" } }
            claims:
              - id: ratio-holds
                says: slow is slower
                conditions: [ { ratio: { a: latency/slow, b: latency/fast, of: before/service.p50 }, expect: above, least: 1.25, published: 100 } ]
              - id: ratio-is-wrong
                says: slow is faster
                conditions: [ { ratio: { a: latency/slow, b: latency/fast, of: before/service.p50 }, expect: below, least: 1.25 } ]
              - id: same-trial
                says: the same load is the same
                conditions: [ { same: { a: latency/fast, b: latency/fast-again, of: before/service.p50 }, within: 1.25 } ]
              - id: tail-is-there
                says: the upper quartile is not below the median
                conditions: [ { tail: { cell: latency/slow, over: before/service.p75, under: before/service.p50 }, expect: above, bound: 0.001 } ]
              - id: phases-agree
                says: nothing changes
                conditions: [ { phases: { cell: latency/slow, a: later, b: before, of: service.p50 }, expect: below, bound: 1000 } ]
              - id: state-is-not
                says: nothing was lost
                conditions: [ { state: { cell: latency/fast, reason: loss }, expect: false } ]
              - id: no-figure
                says: a value that nobody has measured
                conditions: [ { ratio: { a: latency/slow, b: latency/fast, of: peak }, expect: above, least: 1.25 } ]
              - id: not-here
                says: two machines are faster than one
                conditions: [ { ratio: { a: latency/elsewhere, b: latency/fast, of: before/service.p50 }, expect: below, least: 1.25 } ]
              - id: expected
                says: slow is slower
                expected: the manual, chapter 1
                conditions: [ { ratio: { a: latency/slow, b: latency/fast, of: before/service.p50 }, expect: above, least: 1.25 } ]
              - id: expected-wrongly
                says: slow is faster
                expected: the manual, chapter 2
                conditions: [ { ratio: { a: latency/slow, b: latency/fast, of: before/service.p50 }, expect: below, least: 1.25 } ]
              - id: expected-too-much
                says: slow is a thousand times slower
                expected: the manual, chapter 3
                conditions: [ { ratio: { a: latency/slow, b: latency/fast, of: before/service.p50 }, expect: above, least: 1000 } ]
              - id: expected-elsewhere
                says: two machines are faster than one
                expected: the manual, chapter 4
                conditions: [ { ratio: { a: latency/elsewhere, b: latency/fast, of: before/service.p50 }, expect: below, least: 1.25 } ]
            """;

    @TempDir
    Path base;

    @Test
    void eachClaimIsJudgedByTheTrialsOfItsCells() throws Exception {
        StudyPlan plan = StudyPlan.of(StudyFile.read("made-up.yaml", STUDY, List.of()), StudyChoice.ALL);
        RunDirectory directory = RunDirectory.create(base, "study", Instant.EPOCH);
        for (PlannedTrial trial : plan.plan().trials()) {
            try (TrialWriter files = directory.begin(trial.folder())) {
                new VirtualTrials().run(trial, files);
            }
        }

        StudyRecord study = StudyResults.of(plan, analysis(directory), directory::readTrial);

        assertThat(study.claims().stream().collect(Collectors.toMap(ClaimRecord::id, ClaimRecord::outcome)))
                .containsOnly(
                        Map.entry("ratio-holds", "reproduced"),
                        Map.entry("ratio-is-wrong", "contradicted"),
                        Map.entry("same-trial", "not testable here"),
                        Map.entry("tail-is-there", "reproduced"),
                        Map.entry("phases-agree", "reproduced"),
                        Map.entry("state-is-not", "inconclusive"),
                        Map.entry("no-figure", "inconclusive"),
                        Map.entry("not-here", "not testable here"),
                        Map.entry("expected", "held"),
                        Map.entry("expected-wrongly", "contradicted"),
                        Map.entry("expected-too-much", "smaller than expected"),
                        Map.entry("expected-elsewhere", "undecided"));
        assertThat(study.claims())
                .filteredOn(claim -> claim.id().equals("expected"))
                .extracting(ClaimRecord::remarks)
                .containsExactly("Expected from the manual, chapter 1.");
    }

    private static final String DECIDED_EARLY = """
            study: made-up
            title: a system of 1 ms and one of 100 ms
            scenario:
              repeat: 5
              systems: { memory: { law: constant, mean: 1 ms } }
              durability: level-4
              workload: { rate: 200/s }
              timing: { warmup: 1 s, measure: 30 s, drain: 60 s }
            tests:
              latency:
                says: two systems side by side
                cells:
                  fast: { system: memory }
                  slow: { system: memory, systems: { memory: { mean: 100 ms } } }
                  alone: { system: memory, systems: { memory: { mean: 2 ms } } }
            claims:
              - id: plain
                says: slow is slower
                conditions: [ { ratio: { a: latency/slow, b: latency/fast, of: service.p50 }, expect: above, least: 1.25 } ]
              - id: never
                says: a value that nobody has measured
                conditions: [ { ratio: { a: latency/alone, b: latency/fast, of: peak }, expect: above, least: 1.25 } ]
            """;

    /** The slow cell is measured in the three blocks that decide its claim; the fast one in all, as another claim needs it. */
    @Test
    void aClaimThatIsDecidedIsMeasuredNoFurther() throws Exception {
        StudyChoice choice = new StudyChoice(Set.of(), Set.of(), Set.of("plain", "never"), Optional.empty());
        StudyPlan plan = StudyPlan.of(StudyFile.read("made-up.yaml", DECIDED_EARLY, List.of()), choice);
        RunDirectory directory = RunDirectory.create(base, "study", Instant.EPOCH);
        Experiment experiment = StudyExperiment.of(plan, choice, plan.plan()).reading(record(), directory::readTrial);
        assertThat(experiment.estimate(List.of()).trials()).isEqualTo("9 to 15");

        List<TrialResult> done = run(experiment, directory);

        Map<String, Long> trials = directory.finished().stream()
                .map(directory::readRecord)
                .collect(Collectors.groupingBy(
                        trial -> trial.identity().dimensions().get("cell"), Collectors.counting()));
        assertThat(trials)
                .containsOnly(
                        Map.entry("latency/slow", 3L), Map.entry("latency/fast", 5L), Map.entry("latency/alone", 5L));
        assertThat(experiment.findings(done))
                .containsExactly("decided after 3 of 5 blocks, and measured no further: plain");
        assertThat(StudyResults.of(plan, analysis(directory), directory::readTrial)
                        .claims())
                .extracting(ClaimRecord::id, ClaimRecord::outcome)
                .containsExactly(tuple("plain", "reproduced"), tuple("never", "inconclusive"));
        assertThat(StudyExperiment.of(plan, StudyChoice.ALL, plan.plan())).isInstanceOf(Sweep.class);
    }

    /** The third trial is disturbed again when it is repeated, and is then left as it is. */
    @Test
    void aTrialThatWasDisturbedIsMeasuredOnceMore() throws Exception {
        StudyChoice choice = new StudyChoice(Set.of(), Set.of(), Set.of("plain"), Optional.empty());
        Study study = StudyFile.read("made-up.yaml", DECIDED_EARLY, List.of("repeat=3"));
        StudyPlan plan = StudyPlan.of(study, choice);
        RunDirectory directory = RunDirectory.create(base, "study", Instant.EPOCH);
        Experiment experiment = StudyExperiment.of(plan, choice, plan.plan())
                .reading(
                        record(),
                        folder -> folder.startsWith("001-") || folder.startsWith("003-") || folder.startsWith("009-")
                                ? new Disturbed(directory.readTrial(folder))
                                : directory.readTrial(folder));

        List<TrialResult> done = run(experiment, directory);

        assertThat(done).extracting(TrialResult::number).containsExactly(1, 7, 2, 3, 9, 4, 5, 6);
        assertThat(directory.finished())
                .filteredOn(folder -> folder.endsWith(PlannedTrial.AGAIN))
                .hasSize(2);
        assertThat(StudyResults.of(plan, analysis(directory), directory::readTrial)
                        .claims()
                        .getFirst())
                .extracting(
                        ClaimRecord::outcome,
                        claim -> claim.conditions().getFirst().blocks())
                .containsExactly("reproduced", 3);
    }

    /** Holds a trial that was disturbed by other work on the machine. */
    private record Disturbed(StoredTrial stored) implements StoredTrial {
        @Override
        public TrialRecord trial() {
            return stored.trial()
                    .judged(Verdict.of(List.of(new Reason(Grade.DEGRADED, "foreign-cpu", "a build", "stop it"))));
        }

        @Override
        public void eachSecond(Consumer<RecordedSecond> sink) {
            stored.eachSecond(sink);
        }

        @Override
        public void eachInterval(Consumer<RecordedInterval> sink) {
            stored.eachInterval(sink);
        }

        @Override
        public void eachHiccups(Consumer<RecordedHiccups> sink) {
            stored.eachHiccups(sink);
        }
    }

    private static List<TrialResult> run(Experiment experiment, RunDirectory directory) throws Exception {
        List<TrialResult> done = new ArrayList<>();
        for (Optional<PlannedTrial> next = experiment.next(done); next.isPresent(); next = experiment.next(done)) {
            PlannedTrial trial = next.get();
            try (TrialWriter files = directory.begin(trial.folder())) {
                new VirtualTrials().run(trial, files);
            }
            done.add(new TrialResult(
                    trial.number(),
                    trial.label(),
                    trial.repetition(),
                    Optional.of(directory.readRecord(trial.folder()).verdict().grade()),
                    Map.of(),
                    Optional.empty()));
        }
        return done;
    }

    private static RunAnalysis analysis(RunDirectory directory) {
        return RunAnalyzer.analyze(
                record(), directory.finished().stream().map(directory::readTrial), List.of(), Optional.empty());
    }

    private static RunRecord record() {
        return new RunRecord(
                "study",
                "made-up",
                STUDY,
                List.of(),
                List.of(),
                Instant.EPOCH.toString(),
                "0.1.0",
                Map.of(),
                Map.of(),
                List.of(),
                List.of(),
                Optional.empty(),
                List.of(),
                List.of(),
                List.of(),
                CalibrationStatus.NOT_RECORDED);
    }
}
