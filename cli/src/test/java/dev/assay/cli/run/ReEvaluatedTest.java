package dev.assay.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.TrialAnalyzer;
import dev.assay.analysis.verdict.Threshold;
import dev.assay.analysis.verdict.Thresholds;
import dev.assay.analysis.verdict.VerdictRules;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.metric.Metrics;
import dev.assay.model.result.StoredTrial;
import dev.assay.model.result.Verdict;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.result.Verdict.Reason;
import dev.assay.run.launch.RunOutcome;
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

/** Evaluates a run of three workers again, whose trial was DEGRADED because the machine's processors were busy. */
class ReEvaluatedTest {
    private static final Path RECORDED = Path.of("../store/src/test/resources/dev/assay/store/recorded-run");

    @TempDir
    Path base;

    private Path run = RECORDED;

    @BeforeEach
    void copy() throws IOException {
        run = base.resolve("run");
        try (Stream<Path> files = Files.walk(RECORDED)) {
            for (Path file : files.toList()) {
                Files.copy(file, run.resolve(RECORDED.relativize(file).toString()));
            }
        }
    }

    private StoredTrial trial() {
        return RunDirectory.readRun(run).trials().getFirst();
    }

    /** Without the series of the processors' use, that reason is kept and everything else is judged again. */
    @Test
    void whatItsFilesDoNotHaveIsKeptFromTheVerdictOfTheTime() throws IOException {
        Path series = run.resolve("trials/001-memory/series.csv");
        Files.write(
                series,
                Files.readAllLines(series).stream()
                        .filter(line -> !line.contains(Metrics.HOST_CPU_BUSY.name()))
                        .toList());

        Verdict verdict = VerdictRules.PRESENT.judge(trial());

        assertThat(verdict.rules()).isEqualTo(VerdictRules.RULES);
        assertThat(verdict.grade()).isEqualTo(Grade.DEGRADED);
        assertThat(verdict.reasons()).extracting(Reason::code).containsExactly("hiccups", "foreign-cpu", "machine-cpu");
        assertThat(verdict.reasons().getLast().cause())
                .isEqualTo("the processors of the machine were busy 100 % of the measured phase"
                        + " (as judged at the time: the trial's files lack what this rule needs)");
    }

    @Test
    void aRuleThatIsChangedChangesTheGradeWithoutANewRun() {
        VerdictRules strict = new VerdictRules(
                Thresholds.PRESENT.with(Threshold.RATE_DEGRADED, 1.2).with(Threshold.RATE_INVALID, 1.1));
        assertThat(strict.judge(trial()).grade()).isEqualTo(Grade.INVALID);
        assertThat(strict.judge(trial()).reasons()).extracting(Reason::code).contains("rate-missed");

        TrialAnalysis analysis = TrialAnalyzer.analyze(trial(), strict);
        assertThat(analysis.judgedOtherwise()).isTrue();
        assertThat(analysis.trial().verdict().grade()).isEqualTo(Grade.DEGRADED);
    }

    @Test
    void itsValuesAreThoseOfTheTime() {
        TrialAnalysis analysis = TrialAnalyzer.analyze(trial());
        assertThat(analysis.measured()).singleElement().satisfies(measure -> {
            assertThat(measure.metrics()).hasSize(5);
            assertThat(measure.achievedPerSecond()).isBetween(9_800.0, 10_200.0);
            assertThat(measure.workers()).hasSize(3);
            assertThat(measure.tellsGroupsApart()).isFalse();
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
                .contains("INVALID by the current rules (version " + VerdictRules.RULES
                        + "); it was VALID when it was measured (version 3).");
        assertThat(Files.readString(run.resolve("report.html")))
                .contains("INVALID by the current rules", "3 messages arrived with a checksum");
        assertThat(Files.readString(run.resolve("summary.json")))
                .contains("\"verdict\":\"INVALID\"", "\"verdict_at_the_time\":\"VALID\"");
        assertThat(Files.readString(record))
                .as("what was recorded stays as it is")
                .isEqualTo(lost);
    }
}
