package dev.assay.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.TrialAnalyzer;
import dev.assay.analysis.verdict.Judge;
import dev.assay.analysis.verdict.Limit;
import dev.assay.analysis.verdict.Limits;
import dev.assay.cli.exit.ExitCode;
import dev.assay.core.result.StoredTrial;
import dev.assay.core.result.Verdict;
import dev.assay.core.result.Verdict.Grade;
import dev.assay.core.result.Verdict.Reason;
import dev.assay.store.RunDirectory;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run of three workers that a version of format 1 made: its trial was DEGRADED because the machine's processors were busy. */
class JudgedAfreshTest {
    private static final Path FORMAT_1 = Path.of("../store/src/test/resources/dev/assay/store/run-format-1");

    @TempDir
    Path base;

    private Path run = FORMAT_1;

    @BeforeEach
    void copy() throws IOException {
        run = base.resolve("run");
        try (Stream<Path> files = Files.walk(FORMAT_1)) {
            for (Path file : files.toList()) {
                Files.copy(file, run.resolve(FORMAT_1.relativize(file).toString()));
            }
        }
    }

    private StoredTrial trial() {
        return RunDirectory.readRun(run).trials().getFirst();
    }

    /** Its series does not have how busy the processors were, so that the reason is kept; all else is judged again. */
    @Test
    void whatItsFilesDoNotHaveIsKeptFromTheVerdictOfTheTime() {
        Verdict verdict = Judge.PRESENT.judge(trial());

        assertThat(verdict.rules()).isEqualTo(Judge.RULES);
        assertThat(verdict.grade()).isEqualTo(Grade.DEGRADED);
        assertThat(verdict.reasons()).extracting(Reason::code).containsExactly("drift", "cpu-pressure", "machine-cpu");
        assertThat(verdict.reasons().getLast().cause())
                .startsWith("the machine's processors were busy 96.5 % of the measured phase (as judged at the time");
    }

    @Test
    void aRuleThatIsChangedChangesTheGradeWithoutANewRun() {
        Judge strict = new Judge(Limits.PRESENT.with(Limit.RATE_DEGRADED, 1.2).with(Limit.RATE_INVALID, 1.1));
        assertThat(strict.judge(trial()).grade()).isEqualTo(Grade.INVALID);
        assertThat(strict.judge(trial()).reasons()).extracting(Reason::code).contains("rate-missed");

        TrialAnalysis analysis = TrialAnalyzer.analyze(trial(), strict);
        assertThat(analysis.judgedOtherwise()).isTrue();
        assertThat(analysis.trial().verdict().grade()).isEqualTo(Grade.DEGRADED);
    }

    @Test
    void itsFiguresAreThoseOfTheTime() {
        TrialAnalysis analysis = TrialAnalyzer.analyze(trial());
        assertThat(analysis.measured()).singleElement().satisfies(measure -> {
            assertThat(measure.latencies()).hasSize(5);
            assertThat(measure.achievedPerSecond()).isBetween(9_800.0, 10_200.0);
            assertThat(measure.workers()).hasSize(3);
            assertThat(measure.tellsReadersApart()).isFalse();
        });
        assertThat(analysis.judgedOtherwise()).isFalse();
    }

    @Test
    void theGradeOfNowIsTheOneThatIsReportedAndTheOneOfTheTimeStandsBesideIt() throws IOException {
        Path record = run.resolve("trials/001-memory/trial.json");
        String then = Files.readString(record);
        String lost = then.replace("\"grade\" : \"DEGRADED\"", "\"grade\" : \"VALID\"")
                .replaceFirst("(?s)\"reasons\" : \\[ \\{.*?\\} \\]", "\"reasons\" : [ ]")
                .replace("\"corrupted\" : 0", "\"corrupted\" : 3");
        Files.writeString(record, lost);
        StringWriter out = new StringWriter();

        RunOutcome outcome = new Reporting(RunDirectory.open(run), new PrintWriter(out)).publish();

        assertThat(outcome.exitCode(false)).isEqualTo(ExitCode.INVALID);
        assertThat(out.toString().replaceAll("\\s+", " "))
                .contains("INVALID by the present rules (version " + Judge.RULES
                        + "); it was VALID when it was measured (rules without a version).");
        assertThat(Files.readString(run.resolve("report.html")))
                .contains("INVALID by the present rules", "3 messages arrived with a checksum");
        assertThat(Files.readString(run.resolve("summary.json")))
                .contains("\"verdict\" : \"INVALID\"", "\"verdict_at_the_time\" : \"VALID\"");
        assertThat(Files.readString(record))
                .as("what was recorded stays as it is")
                .isEqualTo(lost);
    }
}
