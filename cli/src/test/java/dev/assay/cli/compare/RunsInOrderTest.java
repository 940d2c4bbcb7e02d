package dev.assay.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.contentOf;

import dev.assay.cli.ProgramUnderTest;
import dev.assay.cli.ProgramUnderTest.Ended;
import dev.assay.model.exit.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks {@code assay compare --in-order} and {@code --csv}, which compare successive runs for people and for programs. */
class RunsInOrderTest {
    @TempDir
    static Path base;

    private static final List<String> RUNS = new ArrayList<>();

    @BeforeAll
    static void record() throws IOException {
        RecordedNights.below(base);
        try (Stream<Path> runs = Files.list(base)) {
            runs.sorted().map(Path::toString).forEach(RUNS::add);
        }
    }

    private static Ended compare(List<String> runs, String... options) {
        List<String> arguments = new ArrayList<>(List.of("compare"));
        arguments.addAll(runs);
        arguments.addAll(List.of(options));
        return ProgramUnderTest.run(arguments.toArray(String[]::new));
    }

    @Test
    void runs_are_shown_in_the_order_given_with_what_changed_and_without_a_word() {
        Path markdown = base.resolve("nights.md");
        Ended ended = compare(
                RUNS.subList(3, 9),
                "--in-order",
                "--of",
                "response.p99,end-to-end.p99",
                "--markdown",
                markdown.toString());

        assertThat(ended.code()).as(ended.said()).isEqualTo(ExitCode.OK.code());
        assertThat(ended.err()).isEmpty();
        assertThat(ended.out())
                .containsSubsequence(
                        "workload.partitions",
                        "6 runs in order",
                        "response p99",
                        "20261104T030000Z-nightly",
                        "do not count: 1 INVALID (corrupted)",
                        "20261105T030000Z-nightly",
                        "end-to-end p99",
                        "withheld",
                        "do not count: 3 no such statistic",
                        "20261108T030000Z-nightly against 20261107T030000Z-nightly: kafka 4.3.1 instead of kafka 4.2.0")
                .containsPattern(
                        "20261108T030000Z-nightly +5\\.1\\d ms +5\\.1\\d ms to 5\\.\\d\\d ms +3 +1\\.2\\d +1\\.2\\d to 1\\.2\\d")
                .containsOnlyOnce("measured one after the other")
                .doesNotContain("greater", "less", "inconclusive");
        assertThat(contentOf(markdown.toFile())).contains("20261108T030000Z-nightly", "do not count");
    }

    @Test
    void the_csv_has_a_line_for_each_run_condition_and_statistic_and_nothing_else() {
        Ended ended = compare(RUNS, "--csv", "--of", "response.p99,end-to-end.p99,achieved");

        assertThat(ended.code()).as(ended.said()).isEqualTo(ExitCode.OK.code());
        assertThat(ended.err()).isEmpty();
        List<String> lines = ended.out().lines().toList();
        assertThat(lines).hasSize(1 + 3 * RUNS.size());
        assertThat(lines.getFirst())
                .isEqualTo(
                        "time,run,system,version,client,fingerprint,condition,statistic,unit,value,low,high,n,failed,trials,why");
        assertThat(lines)
                .allSatisfy(line -> assertThat(line.split(",", -1)).hasSize(16))
                .anySatisfy(
                        line -> assertThat(line)
                                .matches(
                                        "2026-11-04T03:00:00Z,20261104T030000Z-nightly,kafka,4\\.2\\.0,kafka-clients 4\\.3\\.1,"
                                                + "[0-9a-f]{8},workload\\.partitions = 6,response\\.p99,ns,\\d+,\\d+\\.?\\d*,\\d+\\.?\\d*,3,1,4,"))
                .anySatisfy(line -> assertThat(line).matches("2026-11-05T.*,end-to-end\\.p99,ns,,,,0,0,3,"))
                .anySatisfy(
                        line -> assertThat(line).matches("2026-11-01T.*,achieved,messages/s,3000,3000,3000,3,0,3,"));
    }

    @Test
    void what_neither_can_do_is_refused_before_anything_is_read() {
        assertRefused(
                compare(List.of("nowhere"), "--in-order", "--by", "version"), "--in-order shows each run by itself");
        assertRefused(compare(List.of("nowhere"), "--csv", "--markdown", "x.md"), "so --markdown has no effect");
        assertRefused(
                compare(List.of("nowhere"), "--csv", "--fail-if", "achieved < 0.95x"), "so --fail-if has no effect");
        assertRefused(compare(List.of(RUNS.getFirst(), RUNS.getFirst()), "--in-order"), "nightly is given twice");
    }

    @Test
    void whatDecidesNothingIsRefusedBeforeAnythingIsRead() {
        assertRefused(
                compare(List.of("nowhere", "neither"), "--junit", "x.xml"), "without --fail-if nothing is decided");
        assertRefused(
                compare(List.of("../e2e-tests/src/test/resources/frozen/runs/quiet"), "--junit", "x.xml"),
                "without --fail-if, here or in the scenario, nothing is decided");
        assertRefused(
                compare(List.of("nowhere", "neither"), "--fail-if", "achieved < 0.95x"),
                "--fail-if of several runs needs --baseline");
        assertRefused(
                compare(List.of("nowhere"), "--fail-if", "achieved", "--baseline", "a=b"),
                "--fail-if: expected a condition");
        assertRefused(
                compare(List.of("nowhere", "there"), "--baseline", "a=b"), "--baseline a=b compares parts of one run");
        assertRefused(
                compare(List.of("nowhere"), "--baseline", "a", "--baseline", "b"),
                "--baseline: expected run directories");
    }

    private static void assertRefused(Ended ended, String why) {
        assertThat(ended.code()).isEqualTo(ExitCode.BAD_INPUT.code());
        assertThat(ended.err().replaceAll("\\s+", " ")).contains(why);
        assertThat(ended.out()).isEmpty();
    }
}
