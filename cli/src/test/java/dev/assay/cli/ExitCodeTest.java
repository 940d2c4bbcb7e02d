package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cluster.DeploymentException;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.run.launch.RunOutcome;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class ExitCodeTest {
    @Test
    void helpAndDocsAndCodeNameTheSameExitCodesWithTheSameWords() throws IOException {
        Map<Integer, String> help = new TreeMap<>();
        Main.commandLine()
                .getCommandSpec()
                .usageMessage()
                .exitCodeList()
                .forEach((code, text) -> help.put(Integer.parseInt(code.strip()), text));

        assertThat(help.keySet())
                .containsExactlyElementsOf(
                        Arrays.stream(ExitCode.values()).map(ExitCode::code).toList());
        assertThat(documented()).isEqualTo(help);
    }

    private static Map<Integer, String> documented() throws IOException {
        String text = Files.readString(Path.of("..", "docs", "COMMANDS.md"));
        Map<Integer, String> codes = new TreeMap<>();
        for (MatchResult row : Pattern.compile("^\\| ([0-9]+) \\| (.*) \\|$", Pattern.MULTILINE)
                .matcher(text)
                .results()
                .toList()) {
            codes.put(Integer.parseInt(row.group(1)), row.group(2).replace("`", ""));
        }
        return codes;
    }

    @ParameterizedTest
    @CsvSource({
        "VALID, OK, false, OK",
        "DEGRADED, OK, false, OK",
        "DEGRADED, OK, true, DEGRADED",
        "INVALID, OK, true, INVALID",
        "INVALID, ENVIRONMENT, false, ENVIRONMENT",
        "VALID, INTERRUPTED, false, INTERRUPTED"
    })
    void whatStoodInTheWayComesBeforeTheWorstVerdict(Grade worst, ExitCode trouble, boolean strict, ExitCode expected) {
        assertThat(new RunOutcome(worst, trouble).exitCode(strict)).isEqualTo(expected);
    }

    /** A gate that failed decides the exit code, whatever else went wrong; it counts trials that are not VALID itself. */
    @ParameterizedTest
    @CsvSource({
        "INVALID, OK, OK, OK, false, OK",
        "INVALID, OK, INCONCLUSIVE, OK, false, INCONCLUSIVE",
        "VALID, OK, GATE_FAILED, OK, false, GATE_FAILED",
        "INVALID, OK, OK, OK, true, INVALID",
        "DEGRADED, OK, OK, OK, true, DEGRADED",
        "DEGRADED, OK, INCONCLUSIVE, OK, true, INCONCLUSIVE",
        "VALID, INCONCLUSIVE, OK, OK, false, INCONCLUSIVE",
        "VALID, VERIFICATION_FAILED, GATE_FAILED, OK, false, VERIFICATION_FAILED",
        "VALID, OK, OK, SYSTEM_UNDER_TEST, false, SYSTEM_UNDER_TEST",
        "VALID, OK, INCONCLUSIVE, ENVIRONMENT, false, ENVIRONMENT",
        "VALID, OK, GATE_FAILED, SYSTEM_UNDER_TEST, false, GATE_FAILED",
        "VALID, OK, GATE_FAILED, INTERRUPTED, false, INTERRUPTED"
    })
    void conditionsOfTheScenarioDecideInPlaceOfVerdicts(
            Grade worst, ExitCode verifications, ExitCode gate, ExitCode trouble, boolean strict, ExitCode expected) {
        assertThat(new RunOutcome(worst, verifications, Optional.of(gate), trouble).exitCode(strict))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"BAD_INPUT, 2", "ENVIRONMENT, 3", "SYSTEM_UNDER_TEST, 4"})
    void aKnownFailureIsOneMessageWithoutStackTrace(ExitCode kind, int code) {
        DeploymentException failure = switch (kind) {
            case BAD_INPUT -> DeploymentException.input("no such thing", null);
            case ENVIRONMENT -> DeploymentException.environment("no such thing", null);
            case SYSTEM_UNDER_TEST -> DeploymentException.system("no such thing", null);
            default -> throw new IllegalArgumentException(kind.toString());
        };
        StringWriter err = new StringWriter();

        assertThat(report(failure, err)).isEqualTo(code);
        assertThat(err.toString()).isEqualTo("assay: no such thing" + System.lineSeparator());
    }

    @ParameterizedTest
    @EnumSource(ExitCode.class)
    void aCommandFailureEndsWithItsOwnCode(ExitCode code) {
        assertThat(report(new CommandFailure(code, "so it is"), new StringWriter()))
                .isEqualTo(code.code());
    }

    @Test
    void aDefectIsToldAsOneWithItsStackTrace() {
        StringWriter err = new StringWriter();

        assertThat(report(new IllegalStateException("this cannot be"), err)).isEqualTo(70);
        assertThat(err.toString().lines().toList())
                .startsWith("assay: this is a bug in Assay; please report it with the lines below")
                .anyMatch(line -> line.contains("this cannot be"))
                .anyMatch(line -> line.startsWith("\tat "));
    }

    @Command(name = "fails")
    private static final class OutOfMemory implements Runnable {
        @Override
        public void run() {
            throw new OutOfMemoryError("Java heap space");
        }
    }

    @Test
    void memoryThatRanOutIsADefectInOneLine() {
        StringWriter err = new StringWriter();

        assertThat(Main.execute(new CommandLine(new OutOfMemory()).setErr(new PrintWriter(err))))
                .isEqualTo(70);
        assertThat(err.toString().lines())
                .singleElement()
                .asString()
                .startsWith(
                        "assay: this is a bug in Assay; please report it: it ran out of memory (Java heap space; its heap may have ");
    }

    @Test
    void anUnknownOptionIsBadInput() {
        StringWriter err = new StringWriter();
        int code = Main.commandLine().setErr(new PrintWriter(err)).execute("run", "--sett", "a=b", "x.yaml");
        assertThat(code).isEqualTo(ExitCode.BAD_INPUT.code());
        assertThat(err.toString()).contains("--sett");
    }

    private static int report(Exception failure, StringWriter err) {
        var commandLine = Main.commandLine().setErr(new PrintWriter(err));
        return new FailureReport()
                .handleExecutionException(
                        failure, commandLine, commandLine.parseArgs(List.of().toArray(new String[0])));
    }
}
