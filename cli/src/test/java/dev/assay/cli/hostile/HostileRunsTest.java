package dev.assay.cli.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.cli.ProgramUnderTest;
import dev.assay.cli.ProgramUnderTest.Ended;
import dev.assay.store.RunDirectory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks reports of spoilt foreign runs: each names the flaw in one message, or shows the run with a verdict, opens
 * nothing outside of the run's folder, and ends.
 */
@Timeout(120)
class HostileRunsTest {
    private static final int BAD_INPUT = 2;
    private static final int ENVIRONMENT = 3;
    private static final String SECRET = "the neighbour's secret";

    @TempDir
    Path base;

    private interface Spoiling {
        void spoil(Path run, Path outside) throws Exception;
    }

    /** @param said a part of the message */
    private record Spoilt(String name, Spoiling spoiling, int code, String said) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Spoilt spoilt(String name, int code, String said, Spoiling spoiling) {
        return new Spoilt(name, spoiling, code, said);
    }

    private static Spoiling link(String place) {
        return (run, outside) -> {
            Path link = run.resolve(place.replace("TRIAL", "trials/" + ForeignRun.TRIAL));
            Files.deleteIfExists(link);
            Files.createSymbolicLink(link, outside);
        };
    }

    private static Spoiling edit(String file, UnaryOperator<String> change) {
        return (run, outside) -> {
            Path edited = file.equals("run.json")
                    ? run.resolve(file)
                    : ForeignRun.trial(run).resolve(file);
            String before = Files.readString(edited);
            String after = change.apply(before);
            assertThat(after).isNotEqualTo(before);
            Files.writeString(edited, after);
        };
    }

    @Test
    void onlyTheLogsOfTrialsAreNotLookedInto(@TempDir Path folder) throws IOException {
        Path outside = Files.writeString(folder.resolve("outside"), "SECRET");
        Path run = ForeignRun.below(folder);
        for (String logs : List.of("trials/" + ForeignRun.TRIAL + "/logs", "interrupted/trials/002-x/logs")) {
            Files.createDirectories(run.resolve(logs));
            Files.createSymbolicLink(run.resolve(logs).resolve("latest"), outside);
        }
        assertThat(RunDirectory.open(run).finished()).hasSize(1);

        Path renamed = Files.move(run, folder.resolve("logs"));
        assertThat(RunDirectory.open(renamed).finished()).hasSize(1);
        Path link = Files.createSymbolicLink(renamed.resolve("report.html.tmp"), outside);
        assertThatThrownBy(() -> RunDirectory.open(renamed)).hasMessageContaining("is a link to another place");
        Files.delete(link);
        Path trial = Files.createDirectory(renamed.resolve("trials/logs"));
        Files.createSymbolicLink(trial.resolve("failure.txt"), outside);
        assertThatThrownBy(() -> RunDirectory.open(renamed)).hasMessageContaining("is a link to another place");
    }

    static Stream<Spoilt> spoilt() {
        return Stream.of(places(), records(), histograms(), fields(), series()).flatMap(cases -> cases);
    }

    private static Stream<Spoilt> places() {
        String link = "is a link to another place";
        return Stream.of(
                spoilt("record elsewhere", BAD_INPUT, link, link("run.json")),
                spoilt("trial elsewhere", BAD_INPUT, link, link("TRIAL/trial.json")),
                spoilt("report to be written elsewhere", BAD_INPUT, link, link("report.html.tmp")),
                spoilt("series that never comes", BAD_INPUT, "is a pipe or a device", (run, outside) -> {
                    Path file = ForeignRun.trial(run).resolve("series.csv");
                    Files.delete(file);
                    assertThat(new ProcessBuilder("mkfifo", file.toString())
                                    .start()
                                    .waitFor())
                            .isZero();
                }),
                spoilt("trials elsewhere", BAD_INPUT, link, (run, outside) -> {
                    Files.move(run.resolve("trials"), outside.resolveSibling("moved"));
                    Files.createSymbolicLink(run.resolve("trials"), outside.resolveSibling("moved"));
                }),
                spoilt("trial twice", ENVIRONMENT, "is the record of trial " + ForeignRun.TRIAL, (run, outside) -> {
                    Path copy = Files.createDirectory(run.resolve("trials/002-copy"));
                    Files.copy(ForeignRun.trial(run).resolve("trial.json"), copy.resolve("trial.json"));
                }));
    }

    private static Stream<Spoilt> records() {
        return Stream.of(
                spoilt(
                        "cut record",
                        ENVIRONMENT,
                        "trial.json is damaged",
                        edit("trial.json", text -> text.substring(0, 900))),
                spoilt(
                        "deep record",
                        ENVIRONMENT,
                        "trial.json is damaged",
                        edit("trial.json", text -> "{\"a\":" + "[".repeat(1_000_000))),
                spoilt(
                        "load of centuries",
                        ENVIRONMENT,
                        "must end within 31 days",
                        edit(
                                "trial.json",
                                text -> text.replace("\"endNanos\" : 3000000000", "\"endNanos\" : " + Long.MAX_VALUE))),
                spoilt(
                        "format of the future",
                        BAD_INPUT,
                        "but this version of Assay reads only format ",
                        edit(
                                "run.json",
                                text -> text.replace(
                                        "\"format\" : " + RunDirectory.FORMAT, "\"format\" : 2147483647"))));
    }

    private static Stream<Spoilt> histograms() {
        String damaged = "latency.hlog is damaged";
        return Stream.of(
                spoilt("line twice", ENVIRONMENT, "appears twice, starting at 1.0 s", edit("latency.hlog", text -> {
                    String first = text.lines()
                            .filter(line -> line.startsWith("Tag="))
                            .findFirst()
                            .orElseThrow();
                    return text.replace(first, first + "\n" + first);
                })),
                spoilt(
                        "lines back in time",
                        ENVIRONMENT,
                        "of the same tag",
                        edit(
                                "latency.hlog",
                                text -> text
                                        + text.lines()
                                                .filter(line -> line.startsWith("Tag="))
                                                .findFirst()
                                                .orElseThrow()
                                                .replace(",1.000,1.000,", ",0.500,1.000,")
                                        + "\n")),
                spoilt("time that is none", ENVIRONMENT, damaged, edit("latency.hlog", at("NaN"))));
    }

    private static Stream<Spoilt> fields() {
        String damaged = "latency.hlog is damaged";
        return Stream.of(
                spoilt(
                        "unknown metric",
                        ENVIRONMENT,
                        "an unknown metric",
                        edit("latency.hlog", text -> text.replace("Tag=service@", "Tag=\u001b[2J=cmd@"))),
                spoilt(
                        "endless name",
                        ENVIRONMENT,
                        damaged,
                        edit("latency.hlog", text -> text.replaceFirst("@w1", "@" + "w".repeat(1_000_000)))),
                spoilt(
                        "no Base64",
                        ENVIRONMENT,
                        damaged,
                        edit("latency.hlog", text -> text.replace(",HISTFAAA", ",HIST!!!!"))),
                spoilt(
                        "more samples than there can be",
                        ENVIRONMENT,
                        "samples, but the counts",
                        edit(
                                "latency.hlog",
                                text -> text.replaceAll("(?m)(Tag=service.*,)HIST.*$", "$1" + overflowing()))));
    }

    private static UnaryOperator<String> at(String time) {
        return text -> text.replaceFirst(",1\\.000,1\\.000,", "," + time + ",1.000,");
    }

    /** Returns counts whose sum overflows a long. */
    private static String overflowing() {
        Histogram histogram = new Histogram(3);
        histogram.recordValueWithCount(1, Long.MAX_VALUE / 2 + 2);
        histogram.recordValueWithCount(1000, Long.MAX_VALUE / 2 + 2);
        ByteBuffer packed = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(packed);
        byte[] bytes = new byte[length];
        packed.get(0, bytes);
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static Stream<Spoilt> series() {
        String damaged = "series.csv is damaged";
        return Stream.of(
                spoilt("second that is none", ENVIRONMENT, damaged, edit("series.csv", second("NaN"))),
                spoilt(
                        "value twice",
                        ENVIRONMENT,
                        "a second value for the same instant",
                        edit(
                                "series.csv",
                                text -> text
                                        + text.lines()
                                                .reduce((first, last) -> last)
                                                .orElseThrow() + "\n")),
                spoilt(
                        "seconds back in time",
                        ENVIRONMENT,
                        "comes after",
                        edit(
                                "series.csv",
                                text -> text + text.lines().skip(1).findFirst().orElseThrow() + "\n")),
                spoilt(
                        "unknown unit",
                        ENVIRONMENT,
                        damaged,
                        edit("series.csv", text -> text.replace(",messages/s,", ",=furlongs,"))),
                spoilt(
                        "endless label",
                        ENVIRONMENT,
                        "series.csv is damaged: it has a line of more than 16384 B",
                        edit(
                                "series.csv",
                                text -> text.replaceFirst(",messages/s,", ",messages/s," + "w".repeat(20_000)))));
    }

    private static UnaryOperator<String> second(String time) {
        return text -> text.replaceAll("(?m)^2,", time + ",");
    }

    @ParameterizedTest
    @MethodSource("spoilt")
    void isRefusedInOneMessage(Spoilt spoilt) throws Exception {
        Path run = ForeignRun.below(base.resolve("runs"));
        Path outside = Files.writeString(base.resolve("outside"), SECRET);
        spoilt.spoiling.spoil(run, outside);

        Ended ended = ProgramUnderTest.run("report", run.toString());

        assertThat(ended.code()).as(ended.said()).isEqualTo(spoilt.code);
        assertThat(ended.err())
                .startsWith("assay: ")
                .contains(spoilt.said)
                .hasLineCount(1)
                .hasSizeLessThan(6000);
        assertThat(ended.said()).doesNotContain(SECRET, "Exception", "\tat ");
        HostileText.assertHarmlessOnTerminal(ended.said());
        assertThat(outside).hasContent(SECRET);
        assertThat(run.resolve("report.html")).doesNotExist();
    }

    @ParameterizedTest
    @MethodSource("written")
    void nothingIsWrittenThroughALink(String place, String command) throws Exception {
        Path run = ForeignRun.below(base.resolve("runs"));
        Path outside = Files.writeString(base.resolve("outside"), SECRET);
        link(place).spoil(run, outside);
        String[] words = command.replace("RUN", run.toString()).split(" ", -1);

        Ended ended = ProgramUnderTest.run(words);

        assertThat(ended.code()).as(ended.said()).isEqualTo(BAD_INPUT);
        assertThat(ended.err()).contains("is a link to another place");
        assertThat(outside).hasContent(SECRET);
    }

    static Stream<org.junit.jupiter.params.provider.Arguments> written() {
        return Stream.of("run.lock", "created.jsonl", "run.json.tmp", "interrupted", "TRIAL/trial.json.tmp")
                .flatMap(place -> Stream.of("run --resume RUN", "cleanup RUN")
                        .map(command -> org.junit.jupiter.params.provider.Arguments.of(place, command)));
    }

    /** A foreign run does not decide where data is sent, which data, or who is trusted. */
    @ParameterizedTest
    @CsvSource({
        "cleanup RUN --dry-run, has no record of it",
        "cleanup RUN, has no record of it",
        "run --resume RUN, has no record of it",
        "cleanup RUN SCENARIO --dry-run, its workers would be sent a token",
        "run SCENARIO --resume RUN, its workers would be sent a token",
        "cleanup RUN SCENARIO --worker 192.0.2.7:1, is not authenticated",
        "cleanup RUN SCENARIO --worker 192.0.2.7:1 --worker-ca RUN/ca.pem, lies in a run directory",
        "cleanup RUN SCENARIO --worker 192.0.2.7:1 --worker-ca LINK, lies in a run directory"
    })
    void decidesNothingWhereTheUserDidNotStartIt(String command, String said) throws Exception {
        String text = "name: x\nsystems: { memory: }\ndurability: level-4\nworkload: { rate: 1000/s }\n";
        Path scenario = Files.writeString(base.resolve("x.yaml"), text);
        Path run = ForeignRun.interrupted(base.resolve("runs"), text, "192.0.2.7:1");
        Files.writeString(run.resolve("ca.pem"), "theirs");
        Path link = Files.createSymbolicLink(base.resolve("ca.pem"), run.resolve("ca.pem"));
        String[] words = command.replace("RUN", run.toString())
                .replace("SCENARIO", scenario.toString())
                .replace("LINK", link.toString())
                .split(" ", -1);

        Ended ended = ProgramUnderTest.run(words);

        assertThat(ended.code()).as(ended.said()).isEqualTo(BAD_INPUT);
        assertThat(ended.err()).contains(said).hasLineCount(1);
    }

    @org.junit.jupiter.api.Test
    void whatWasCutOffIsLeftOutAndTheRestIsGraded() throws IOException {
        Path run = ForeignRun.below(base.resolve("runs"));
        for (String file : new String[] {"latency.hlog", "hiccups.hlog", "series.csv"}) {
            Path cut = ForeignRun.trial(run).resolve(file);
            byte[] bytes = Files.readAllBytes(cut);
            Files.write(cut, java.util.Arrays.copyOf(bytes, bytes.length - 7));
        }
        Path dead = Files.createDirectories(run.resolve("trials/002-cut"));
        Files.writeString(dead.resolve("failure.txt"), HostileText.POISON, StandardCharsets.UTF_8);

        Ended ended = ProgramUnderTest.run("report", run.toString());

        assertThat(ended.code()).as(ended.said()).isIn(0, 5);
        assertThat(ended.out()).contains("not finished, so not reported: 002-cut (=cmd");
        HostileText.assertHarmlessOnTerminal(ended.said());
    }

    @org.junit.jupiter.api.Test
    void aRunMayBeReachedThroughALink() throws IOException {
        Path run = ForeignRun.below(base.resolve("runs"));
        Path link = Files.createSymbolicLink(base.resolve("latest"), run);

        Ended ended = ProgramUnderTest.run("report", link.toString());

        assertThat(ended.code()).as(ended.said()).isIn(0, 5);
        assertThat(run.resolve("report.html")).exists();
    }
}
