package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.e2e.AssayProgram.Ended;
import dev.assay.e2e.AssayProgram.Running;
import dev.assay.model.arrival.ArrivalSchedule;
import dev.assay.model.arrival.Arrivals;
import dev.assay.model.result.RunData;
import dev.assay.model.result.RunResume;
import dev.assay.model.result.RunResume.SetAside;
import dev.assay.model.result.StoredTrial;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.store.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ends a sweep of six trials on the in-memory system in the middle of one, resumes it, ends it again, and resumes it to its end. */
class ResumeTest {
    private static final String SIX = """
            name: six
            systems:
              memory: { law: constant, mean: 1 ms }
            durability: level-4
            workload:
              message: { size: [100 B, 200 B] }
              rate: 500/s
              arrivals: poisson
            timing: { warmup: 0 s, measure: %s, drain: 60 s }
            repeat: 3
            """;

    @TempDir
    Path folder;

    private AssayProgram assay;

    @BeforeEach
    void writeTheScenario() throws IOException {
        assay = AssayProgram.in(folder).quickly();
        assay.write("six.yaml", SIX.formatted("1 s"));
    }

    @AfterEach
    void endWhatIsLeft() throws Exception {
        Processes.endAll(folder);
    }

    /** The first time Assay is killed, the second time it is interrupted. */
    @Test
    void afterItWasEndedTwiceTheMissingTrialsAreRunAndNoOther() throws Exception {
        Running running = assay.start("run", "six.yaml").awaitText("\\[2/6 .* left", AssayProgram.PATIENCE);
        Processes.signal(running.pid(), "KILL");
        assertThat(running.await(AssayProgram.PATIENCE).code()).isEqualTo(128 + 9);
        assay.awaitNothingRunning(AssayProgram.PATIENCE);
        Path run = assay.runs().getFirst();
        Left killed = Left.in(run);
        Files.delete(assay.folder().resolve("six.yaml"));

        Running resuming = assay.start("run", "--resume", relativeRun())
                .awaitText("\\[" + (killed.finished() + 2) + "/6 .* left", AssayProgram.PATIENCE);
        Processes.signal(resuming.pid(), "INT");
        Ended interrupted = resuming.await(AssayProgram.PATIENCE);
        assertThat(interrupted.code()).as(interrupted.said()).isEqualTo(130);
        assertThat(interrupted.out()).contains("to continue it: ./assay run --resume " + relativeRun());
        killed.assertKept(run);
        Left left = Left.in(run);
        assertThat(left.finished()).isGreaterThan(killed.finished());

        Ended resumed = assay.run(AssayProgram.PATIENCE, "run", "--resume", relativeRun());

        FinishedTrials.assertMeasured(resumed);
        for (int number = 1; number <= 6; number++) {
            assertThat(resumed.out().contains("[" + number + "/6 "))
                    .as("trial " + number)
                    .isEqualTo(number > left.finished());
        }
        assertThat(assay.runs()).containsExactly(run);
        killed.assertKept(run);
        left.assertKept(run);
        assertSameTrialsInTheSameOrder(RunDirectory.readRun(run));
        List<RunResume> resumes = RunDirectory.open(run).record().resumes();
        assertThat(resumes).hasSize(2);
        assertTold(resumes.getFirst(), killed.unfinished(), "cut short");
        assertTold(resumes.getLast(), left.unfinished(), "it was interrupted by Ctrl-C or a signal to Assay");
        assertTheReportLeavesNoDoubt(
                run,
                resumed.out(),
                Stream.concat(killed.unfinished().stream(), left.unfinished().stream())
                        .toList());
        assertNothingIsLeftToResume();
    }

    /**
     * Holds what an ended run left. On a slow machine the end may come later than it was sent, even between two trials; the
     * checks apply then, too.
     */
    private record Left(int finished, List<String> unfinished, Map<String, Long> records, Map<String, Long> halves) {
        static Left in(Path run) throws IOException {
            List<String> unfinished = RunDirectory.open(run).unfinished();
            Path trials = run.resolve("trials");
            return new Left(
                    RunDirectory.open(run).finished().size(),
                    unfinished,
                    files(trials, path -> path.endsWith("trial.json")),
                    files(trials, path -> unfinished.stream().anyMatch(path::startsWith)));
        }

        void assertKept(Path run) throws IOException {
            assertThat(files(run.resolve("trials"), path -> path.endsWith("trial.json")))
                    .as("what was finished is left alone")
                    .containsAllEntriesOf(records);
            assertThat(files(run.resolve("interrupted/trials"), _ -> true))
                    .as("nothing that was recorded is lost")
                    .containsAllEntriesOf(halves);
        }
    }

    private static void assertTold(RunResume resume, List<String> interrupted, String reason) {
        assertThat(resume.setAside())
                .containsExactlyElementsOf(interrupted.stream()
                        .map(trial -> new SetAside("trials/" + trial, "interrupted/trials/" + trial, reason))
                        .toList());
        assertThat(resume.commandLine()).contains("run", "--resume");
        assertThat(resume.environment()).isNotEmpty();
    }

    private static void assertTheReportLeavesNoDoubt(Path run, String out, List<String> interrupted)
            throws IOException {
        String report = Files.readString(run.resolve("report.html"));
        assertThat(out).contains("6 trials");
        assertThat(report).contains("The run was interrupted and");
        for (String trial : interrupted) {
            assertThat(out)
                    .containsPattern("run again when the run was resumed at [0-9-]+ [0-9:]+ UTC: "
                            + Pattern.quote("trials/" + trial));
            assertThat(report).contains("interrupted/trials/" + trial, "no value here is from an interrupted one");
        }
    }

    private void assertNothingIsLeftToResume() throws Exception {
        Ended again = assay.run(AssayProgram.PATIENCE, "run", "--resume", relativeRun());
        assertThat(again.code()).as(again.said()).isEqualTo(2);
        assertThat(again.err())
                .contains("is finished, so there is nothing to resume")
                .hasLineCount(1);
        assertThat(assay.run(AssayProgram.PATIENCE, "report", relativeRun()).out())
                .contains("6 trials");
    }

    /** While a run is resumed nobody else may write into its directory; resuming does not need the scenario file. */
    @Test
    @Tag("slow")
    void aRunThatGoesOnIsNotResumedBesideItself() throws Exception {
        assay.write("six.yaml", SIX.formatted("10 min"));
        Running running = assay.start("run", "six.yaml").awaitText("\\[1/6 .* left", AssayProgram.PATIENCE);

        Ended second = assay.run(AssayProgram.PATIENCE, "run", "--resume", relativeRun());

        assertThat(second.code()).as(second.said()).isEqualTo(2);
        assertThat(second.err())
                .contains("is still in progress (process " + running.pid() + ")")
                .hasLineCount(1);
        assertThat(running.process().isAlive()).isTrue();
    }

    private String relativeRun() throws IOException {
        return "runs/" + assay.runs().getFirst().getFileName();
    }

    /** Returns the files in a folder, with the time of their last change. */
    private static Map<String, Long> files(Path folder, Predicate<String> which) throws IOException {
        Map<String, Long> files = new TreeMap<>();
        if (Files.isDirectory(folder)) {
            try (Stream<Path> all = Files.walk(folder)) {
                for (Path file : all.filter(Files::isRegularFile).toList()) {
                    String name = folder.relativize(file).toString();
                    if (which.test(name)) {
                        files.put(name, Files.getLastModifiedTime(file).toMillis());
                    }
                }
            }
        }
        return files;
    }

    /** With Poisson arrivals, equal numbers of messages show equal seeds. */
    private static void assertSameTrialsInTheSameOrder(RunData run) throws Exception {
        List<PlannedTrial> plan = ScenarioFile.read("six.yaml", SIX.formatted("1 s"), List.of(), Set.of())
                .plan()
                .trials();
        assertThat(run.unfinished()).isEmpty();
        assertThat(run.trials())
                .extracting(trial -> trial.trial().folder())
                .containsExactlyElementsOf(
                        plan.stream().map(PlannedTrial::folder).toList());
        assertThat(run.trials())
                .extracting(trial -> trial.trial().delivery().scheduled())
                .containsExactlyElementsOf(
                        plan.stream().map(ResumeTest::messages).toList());
        assertThat(run.trials())
                .extracting(StoredTrial::trial)
                .isSortedAccordingTo((one, other) ->
                        one.course().startedAt().compareTo(other.course().startedAt()));
        assertThat(run.run().planned())
                .containsExactlyElementsOf(
                        plan.stream().map(PlannedTrial::folder).toList());
    }

    private static long messages(PlannedTrial trial) {
        var timeline = trial.spec().timeline();
        return new ArrivalSchedule(timeline.curve(), Arrivals.POISSON, trial.seed(), 0, 1)
                .skipBefore(timeline.endNanos());
    }
}
