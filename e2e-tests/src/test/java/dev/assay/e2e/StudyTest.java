package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.e2e.AssayProgram.Ended;
import dev.assay.e2e.AssayProgram.Running;
import dev.assay.run.directory.RecordJson;
import dev.assay.run.directory.RunDirectory;
import dev.assay.scenario.study.StudyRecord;
import dev.assay.scenario.study.StudyRecord.ClaimRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Studies from the file to the report, on the in-memory system. */
class StudyTest {
    /** Latencies are constant, 1 ms and 100 ms, and bounds wide: whatever the machine does, the claims come out as they do here. No load is asked to be steady. */
    private static final String MADE_UP = """
            study: made-up
            title: a system of 1 ms and one of 100 ms
            scenario:
              repeat: 3
              systems: { memory: { law: constant, mean: 1 ms } }
              durability: level-4
              workload: { rate: 200/s }
              phases: { before: { for: 1 s, expect: either }, later: { for: 1 s, expect: either } }
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
            """;

    @TempDir
    Path folder;

    private AssayProgram assay;

    @BeforeEach
    void prepare() throws IOException {
        assay = AssayProgram.in(folder).quickly();
    }

    @AfterEach
    void endWhatIsLeft() throws Exception {
        Processes.endAll(folder);
    }

    @Test
    void aStudyThatWasInterruptedGoesOnAndItsClaimsAreJudged() throws Exception {
        assay.write("made-up.yaml", MADE_UP);
        Running running = assay.start("study", "made-up.yaml").awaitText("\\[3/6 .* left", AssayProgram.PATIENCE);
        Processes.signal(running.pid(), "INT");
        Ended ended = running.await(AssayProgram.PATIENCE);
        assertThat(ended.code()).as(ended.said()).isEqualTo(130);
        Path run = assay.runs().getFirst();
        String relative = "runs/" + run.getFileName();
        assertThat(ended.out()).contains("to continue it: ./assay study --resume " + relative);
        int finished = RunDirectory.open(run).finished().size();

        Ended resumed = assay.run(AssayProgram.PATIENCE, "study", "--resume", relative);

        assertThat(resumed.out()).as(resumed.said()).contains("[6/6 ").doesNotContain("[" + finished + "/6 ");
        StudyRecord study = RecordJson.record(Files.readString(run.resolve("study.json")), StudyRecord.class);
        assertThat(outcomes(study))
                .as(resumed.said())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "ratio-holds", "reproduced",
                        "ratio-is-wrong", "contradicted",
                        "same-trial", "reproduced",
                        "tail-is-there", "reproduced",
                        "phases-agree", "reproduced",
                        "state-is-not", "reproduced",
                        "no-figure", "inconclusive",
                        "not-here", "not testable here"));
        assertThat(resumed.out()).contains("ratio-holds reproduced: slow is slower", "U3: there is one machine");
        assertThat(Files.readString(run.resolve("report.html")))
                .contains("ratio-is-wrong", "contradicted", "U3: there is one machine");
        assertThat(assay.run(AssayProgram.PATIENCE, "report", relative).out()).contains("ratio-holds reproduced");
    }

    private static Map<String, String> outcomes(StudyRecord study) {
        return study.claims().stream().collect(Collectors.toMap(ClaimRecord::id, ClaimRecord::outcome));
    }

    private record Published(String name, int claims) {}

    /** Next to each other, since they wait most of the time. */
    @Test
    void publishedStudiesRunFromEndToEnd() throws Exception {
        List<Published> studies = List.of(
                new Published("kafkaesque-2019", 11),
                new Published("confluent-2020", 11),
                new Published("streamnative-2020", 16));
        List<Running> running = new ArrayList<>();
        for (Published study : studies) {
            assay.write(study.name() + ".yaml", SmallStudy.of(study.name()));
            running.add(assay.start("study", study.name() + ".yaml", "--out", "runs/" + study.name()));
        }

        for (int number = 0; number < studies.size(); number++) {
            Published study = studies.get(number);
            FinishedTrials.assertMeasured(running.get(number).await(AssayProgram.PATIENCE));
            assertEachCellIsJudged(assay.runsIn(study.name()), study.claims());
        }
    }

    /** Of one block nothing is concluded, but each condition of each claim has found its values' trials, unless the study itself says why not. */
    private static void assertEachCellIsJudged(Path run, int claims) throws IOException {
        assertThat(RunDirectory.open(run).unfinished()).isEmpty();
        StudyRecord study = RecordJson.record(Files.readString(run.resolve("study.json")), StudyRecord.class);
        assertThat(study.claims()).hasSize(claims);
        assertThat(study.claims())
                .flatExtracting(ClaimRecord::conditions)
                .filteredOn(condition -> !condition.why().startsWith("U3: "))
                .isNotEmpty()
                .allSatisfy(condition ->
                        assertThat(condition.blocks() + condition.leftOut()).isEqualTo(1));
        assertThat(study.cells())
                .filteredOn(cell -> cell.missing().isEmpty())
                .isNotEmpty()
                .allSatisfy(cell -> assertThat(cell.statistics()).isNotEmpty());
    }
}
