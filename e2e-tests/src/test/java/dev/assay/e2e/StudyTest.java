package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.e2e.AssayProgram.Ended;
import dev.assay.e2e.AssayProgram.Running;
import dev.assay.host.file.RecordJson;
import dev.assay.model.study.StudyRecord;
import dev.assay.model.study.StudyRecord.ClaimRecord;
import dev.assay.model.study.Untestable;
import dev.assay.store.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs studies from the file to the report, on the in-memory system. */
@Tag("slow")
class StudyTest {
    /**
     * Results of claims are tested in virtual time; of these, {@code no-figure} and {@code not-here} are the same however
     * busy the machine is.
     */
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
                  elsewhere: { system: memory, missing: { code: U3, reason: "there is one machine" } }
            claims:
              - id: ratio-holds
                says: slow is slower
                conditions: [ { ratio: { a: latency/slow, b: latency/fast, of: before/service.p50 }, expect: above, least: 1.25, published: 100 } ]
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
        Running running = assay.start("run", "made-up.yaml").awaitText("\\[3/6 .* left", AssayProgram.PATIENCE);
        Processes.signal(running.pid(), "INT");
        Ended ended = running.await(AssayProgram.PATIENCE);
        assertThat(ended.code()).as(ended.said()).isEqualTo(130);
        Path run = assay.runs().getFirst();
        String relative = "runs/" + run.getFileName();
        assertThat(ended.out()).contains("to continue it: ./assay run --resume " + relative);
        int finished = RunDirectory.open(run).finished().size();

        Ended resumed = assay.run(AssayProgram.PATIENCE, "run", "--resume", relative);

        assertThat(resumed.out()).as(resumed.said()).contains("[6/6 ").doesNotContain("[" + finished + "/6 ");
        StudyRecord study = RecordJson.record(Files.readString(run.resolve("study.json")), StudyRecord.class);
        Map<String, String> outcomes = outcomes(study);
        assertThat(outcomes)
                .as(resumed.said())
                .containsOnlyKeys("ratio-holds", "no-figure", "not-here")
                .containsEntry("no-figure", "inconclusive")
                .containsEntry("not-here", "not testable here");
        String holds = outcomes.get("ratio-holds");
        assertThat(resumed.out()).contains("ratio-holds " + holds + ": slow is slower", "U3: there is one machine");
        assertThat(Files.readString(run.resolve("report.html")))
                .contains("ratio-holds", holds, "U3: there is one machine");
        assertThat(assay.run(AssayProgram.PATIENCE, "report", relative).out()).contains("ratio-holds " + holds);
    }

    private static Map<String, String> outcomes(StudyRecord study) {
        return study.claims().stream().collect(Collectors.toMap(ClaimRecord::id, ClaimRecord::outcome));
    }

    private record Published(String name, int claims) {}

    /** The studies run at the same time, since they wait most of the time. */
    @Test
    void publishedStudiesRunFromEndToEnd() throws Exception {
        List<Published> studies = List.of(
                new Published("kafkaesque-2019", 16),
                new Published("confluent-2020", 18),
                new Published("streamnative-2020", 22));
        List<Running> running = new ArrayList<>();
        for (Published study : studies) {
            assay.write(study.name() + ".yaml", SmallStudy.of(study.name()));
            running.add(assay.start("run", study.name() + ".yaml", "--out", "runs/" + study.name()));
        }

        for (int number = 0; number < studies.size(); number++) {
            Published study = studies.get(number);
            FinishedTrials.assertMeasured(running.get(number).await(AssayProgram.PATIENCE));
            assertEachCellIsJudged(assay.runsIn(study.name()), study.claims());
        }
    }

    /**
     * Asserts that each condition of each claim found the trials of its values, although one block decides nothing, unless the study says
     * why not or its cells became one trial here.
     */
    private static void assertEachCellIsJudged(Path run, int claims) throws IOException {
        assertThat(RunDirectory.open(run).unfinished()).isEmpty();
        StudyRecord study = RecordJson.record(Files.readString(run.resolve("study.json")), StudyRecord.class);
        assertThat(study.claims()).hasSize(claims);
        assertThat(study.claims())
                .flatExtracting(ClaimRecord::conditions)
                .filteredOn(condition ->
                        condition.untestable().filter(Untestable.U3::equals).isEmpty()
                                && !condition.why().contains(" ask for the same here: "))
                .isNotEmpty()
                .allSatisfy(condition ->
                        assertThat(condition.blocks() + condition.leftOut()).isEqualTo(1));
        assertThat(study.cells())
                .filteredOn(cell -> cell.missing().isEmpty())
                .isNotEmpty()
                .allSatisfy(cell -> assertThat(cell.statistics()).isNotEmpty());
    }
}
