package dev.assay.e2e.frozen;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Checks that every way to read a recorded run gives the same figure and the same interval. */
class OneValueTest {
    private static final Path RUNS = Goldens.FROZEN.resolve("runs");

    /** Matches the use of the machine by other programs while trials were recorded. */
    private static final Pattern OTHERS = Pattern.compile("[^\n]*,host_foreign_cpu_cores,[^\n]*\n");

    private static final Pattern DISTURBED =
            Pattern.compile("\\{\\s*\"severity\" : \"DEGRADED\",\\s*\"code\" : \"foreign-cpu\"[^}]*\\},?");

    /** Matches a ratio with its interval, in a Markdown table and beside a card. */
    private static final Pattern OF_RUNS = Pattern.compile("\\| response (?:p50|p99) \\| ([^|]*) \\| ([^|]*) \\|");

    private static final Pattern OF_CARD =
            Pattern.compile("statistic response\\.(?:p50|p99), [^/]*/ card ([^,]*), 95 % interval ([^,]*),");

    @TempDir
    Path folder;

    private Transcript program = new Transcript();

    @BeforeEach
    void nameTheFolder() {
        program = new Transcript().naming(folder, "runs");
    }

    /** Copies a run under another name, so that the two can be compared. */
    private Path copied(String name, String as) throws IOException {
        Path from = RUNS.resolve(name);
        Path to = folder.resolve(as);
        try (Stream<Path> all = Files.walk(from)) {
            for (Path one : all.toList()) {
                Files.copy(one, to.resolve(from.relativize(one)));
            }
        }
        rewrite(to.resolve("run.json"), Pattern.compile("(\"id\" : \"[^\"]*)\""), "$1-" + as + "\"");
        return to;
    }

    private static void rewrite(Path file, Pattern what, String with) throws IOException {
        Files.writeString(file, what.matcher(Files.readString(file)).replaceAll(with));
    }

    /** Copies a run without the disturbances of its trials, so that only the harness's part is left. */
    private Path calm(String name, String as) throws IOException {
        Path run = copied(name, as);
        try (Stream<Path> trials = Files.list(run.resolve("trials"))) {
            for (Path trial : trials.toList()) {
                rewrite(trial.resolve("series.csv"), OTHERS, "");
                rewrite(trial.resolve("trial.json"), DISTURBED, "");
                rewrite(trial.resolve("trial.json"), Pattern.compile(",(\\s*\\])"), "$1");
            }
        }
        return run;
    }

    private static JsonNode row(Path run, String trial, String statistic) throws IOException {
        JsonNode summary = JsonMapper.shared().readTree(Files.readString(run.resolve("summary.json")));
        return StreamSupport.stream(summary.path("rows").spliterator(), false)
                .filter(row -> row.path("trial").stringValue().equals(trial)
                        && row.path("subscription").stringValue().isEmpty()
                        && row.path("statistic").stringValue().equals(statistic))
                .findFirst()
                .orElseThrow();
    }

    private Path cardOf(Path run) throws IOException {
        Path to = folder.resolve("cards-of-" + run.getFileName());
        program.of("card", run.toString(), "--to", to.toString());
        try (Stream<Path> files = Files.list(to)) {
            return files.filter(file -> file.toString().endsWith(".card"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** Returns the text of a card, whether it is one file or several in one. */
    private static String text(Path card) throws IOException {
        byte[] bytes = Files.readAllBytes(card);
        if (bytes[0] != 'P') {
            return new String(bytes, StandardCharsets.UTF_8);
        }
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(card))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                zip.transferTo(all);
            }
        }
        return all.toString(StandardCharsets.UTF_8);
    }

    /** Tells whether a text of rows, as JSON or as lines of a table, has the value and both ends in order for a statistic. */
    private static boolean has(String text, String statistic, String value, String low, String high) {
        String next = ",\\s*\"?[a-z]*\"?\\s*:?\\s*";
        return Pattern.compile("\\b" + Pattern.quote(statistic) + "[\",][^{}]{0,60}?\\b" + number(value) + next
                        + number(low) + next + number(high) + "\\b")
                .matcher(text)
                .find();
    }

    /** Returns the pattern of a number, whole or as a fraction with an exponent. */
    private static String number(String whole) {
        return "(?:" + Pattern.quote(Double.toString(Double.parseDouble(whole))) + "|" + whole + ")";
    }

    @Test
    void aCapacityIsTheSameForEachReader() throws IOException {
        Path run = copied("capacity", "one");
        Path again = copied("capacity", "two");
        Path markdown = folder.resolve("compare.md");
        Path page = folder.resolve("compare.html");

        String report = program.of("report", run.toString());
        program.of("report", again.toString());
        String comparison = program.of(
                "compare",
                run.toString(),
                again.toString(),
                "--markdown",
                markdown.toString(),
                "--html",
                page.toString());

        JsonNode row = row(run, "", "capacity");
        assertThat(List.of(row.path("value"), row.path("low"), row.path("high")))
                .extracting(JsonNode::longValue)
                .containsExactly(2828L, 2828L, 3363L);
        assertThat(has(Files.readString(run.resolve("summary.csv")), "capacity", "2828", "2828", "3363"))
                .isTrue();
        assertThat(has(text(cardOf(run)), "capacity", "2828", "2828", "3363")).isTrue();
        assertThat(report).contains("lower bound: 2,828 msg/s; upper bound: 3,363 msg/s");
        assertThat(PageText.of(Files.readString(run.resolve("report.html")))).contains("2,828 msg/s", "3,363 msg/s");
        for (String text : List.of(comparison, Files.readString(markdown), PageText.of(Files.readString(page)))) {
            assertThat(text).contains("2,828 msg/s").contains("capacity");
        }
        assertThat(Files.readString(markdown)).contains("2,828 msg/s (2,828 msg/s to 3,363 msg/s)");
        assertThat(PageText.of(Files.readString(page))).contains("| 2,828 msg/s 2,828 msg/s to 3,363 msg/s\n");
        assertThat(program.of("compare", "--in-order", run.toString(), again.toString(), "--csv"))
                .contains(",capacity,messages/s,2828,2828,3363,1,0,1");
    }

    @Test
    void aValueThatTheHarnessAddedToIsTheSameForEachReader() throws IOException {
        Path run = copied("faults", "one");
        Path markdown = folder.resolve("compare.md");
        Path page = folder.resolve("compare.html");
        String trial = "002-memory-fault=capacity";

        String report = program.of("report", run.toString(), "--verbose");
        String comparison =
                program.of("compare", run.toString(), "--markdown", markdown.toString(), "--html", page.toString());

        JsonNode row = row(run, trial, "response.p99");
        assertThat(List.of(row.path("value"), row.path("low"), row.path("high")))
                .extracting(JsonNode::longValue)
                .containsExactly(21_905_407L, 15_994_880L, 21_905_407L);
        assertThat(row.path("why").stringValue()).isEqualTo("disturbed by other work on the machine");
        String csv = Files.readString(run.resolve("summary.csv"));
        assertThat(has(csv, "response.p99", "21905407", "15994880", "21905407")).isTrue();
        assertThat(has(text(cardOf(run)), "response.p99", "21905407", "15994880", "21905407"))
                .isTrue();
        String place = "so it is from 16 ms to 21.9 ms";
        assertThat(report.replaceAll("\\s+", " ")).contains(place);
        assertThat(PageText.of(Files.readString(run.resolve("report.html")))).contains(place);
        for (String text : List.of(comparison, Files.readString(markdown), PageText.of(Files.readString(page)))) {
            assertThat(text.replaceAll("\\s+", " "))
                    .contains("21.9 ms")
                    .contains("disturbed by other work on the machine")
                    .contains("disturbed, no word");
        }
    }

    /** An interval that counts in a comparison is the same where a card stands for one of the runs. */
    @Test
    void whatACardIsComparedWithHasTheIntervalOfAComparisonOfTheRuns() throws IOException {
        Path run = calm("in-memory", "one");
        Path again = calm("in-memory", "two");
        Path markdown = folder.resolve("compare.md");

        program.of("compare", run.toString(), again.toString(), "--markdown", markdown.toString());
        List<String> ofRuns = ratios(OF_RUNS, Files.readString(markdown));
        String byCard = program.of("compare", cardOf(run).toString(), again.toString());

        assertThat(ofRuns).as("p50 and p99 at two points").hasSize(4).doesNotContain("withheld ");
        assertThat(ratios(OF_CARD, byCard.replaceAll("\\s+", " ")))
                .as(byCard)
                .containsExactlyInAnyOrderElementsOf(ofRuns);
    }

    private static List<String> ratios(Pattern what, String said) {
        return what.matcher(said)
                .results()
                .map(found -> found.group(1) + " " + found.group(2))
                .toList();
    }
}
