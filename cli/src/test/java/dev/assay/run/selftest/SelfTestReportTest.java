package dev.assay.run.selftest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.cli.terminal.TerminalProgress;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.run.event.Progress;
import dev.assay.run.launch.RunAudience;
import dev.assay.run.launch.RunOutcome;
import dev.assay.run.selftest.CaseResult.Outcome;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SelfTestReportTest {
    private static CaseResult result(Outcome outcome) {
        return new CaseResult(
                "loss",
                "16 of 8000 messages are lost",
                List.of("lost 16 messages", "INVALID loss"),
                List.of("lost 16 messages", "reason loss"),
                outcome,
                outcome == Outcome.PASS ? "" : "the machine was busy: machine-cpu");
    }

    private static SelfTestReport report(boolean interrupted, Outcome... outcomes) {
        return new SelfTestReport(
                Arrays.stream(outcomes).map(SelfTestReportTest::result).toList(), interrupted);
    }

    @ParameterizedTest
    @CsvSource({
        "PASS, PASS, OK",
        "PASS, NOT_JUDGED, NOT_JUDGED",
        "FAIL, NOT_JUDGED, SELF_TEST_FAILED",
        "FAIL, PASS, SELF_TEST_FAILED"
    })
    void whatCouldNotBeJudgedIsNoPass(Outcome one, Outcome other, ExitCode expected) {
        assertThat(report(false, one, other).exitCode()).isEqualTo(expected);
        assertThat(report(true, one, other).exitCode()).isEqualTo(ExitCode.INTERRUPTED);
    }

    @Test
    void theTableHasWhatWasInjectedAndReportedAndTheBound() {
        assertThat(report(false, Outcome.NOT_JUDGED).text().lines())
                .containsExactly(
                        "            fault  injected                      reported          bound",
                        "NOT JUDGED  loss   16 of 8000 messages are lost  lost 16 messages  lost 16 messages",
                        "                                                 INVALID loss      reason loss",
                        "",
                        "loss: the machine was busy: machine-cpu",
                        "1 faults injected: 0 found, 0 not, 1 not judged because the machine was busy");
    }

    @Test
    void jsonHasTheSame() {
        assertThat(report(false, Outcome.PASS).json())
                .contains("\"fault\" : \"loss\"", "\"outcome\" : \"PASS\"", "\"interrupted\" : false");
    }

    @Test
    void everyFaultHasAScenarioThatCanBePlanned() {
        assertThat(InjectedFaults.all())
                .hasSize(7)
                .allSatisfy(fault -> assertThat(fault.plan().certain()).hasSize(1));
        assertThat(InjectedFaults.all()).extracting(InjectedFault::name).doesNotHaveDuplicates();
    }

    @Test
    void anUnknownFaultIsRefusedWithTheKnownNames() {
        Progress silent = new TerminalProgress(new PrintWriter(Writer.nullWriter()), false);
        RunAudience nobody = new RunAudience(silent, _ -> new RunOutcome(Grade.VALID, ExitCode.OK));
        assertThatThrownBy(() -> new SelfTest(List.of("stal"), List.of(), Path.of("x"), silent, nobody))
                .hasMessageContaining("'stal'")
                .hasMessageContaining("stall");
    }
}
