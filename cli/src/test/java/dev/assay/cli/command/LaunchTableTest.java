package dev.assay.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.ProgramUnderTest;
import dev.assay.cli.ProgramUnderTest.Ended;
import dev.assay.cli.command.LaunchTable.Kind;
import dev.assay.cli.command.LaunchTable.Row;
import dev.assay.model.exit.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Compares the refused combinations of options with the documented ones. */
class LaunchTableTest {
    private static final Path DOCUMENT = Path.of("../docs/COMMANDS.md");
    private static final String HEADING = "## What goes together";

    /** Holds the lines of the document's table. */
    private static final Map<String, Set<Kind>> LINES = Map.of(
            "a scenario", EnumSet.of(Kind.SCENARIO),
            "a study", EnumSet.of(Kind.STUDY),
            "a card", EnumSet.of(Kind.CARD),
            "a run of yours", EnumSet.of(Kind.OWN_RUN),
            "verifications", EnumSet.of(Kind.VERIFICATION),
            "in pods, a scenario or a study", EnumSet.of(Kind.SCENARIO, Kind.STUDY, Kind.IN_PODS));

    private static final Pattern OPTION = Pattern.compile("`(--[a-z-]+)[^`]*`");
    private static final Pattern REFUSED = Pattern.compile("refused \\((\\d+)\\)");
    private static final Pattern SENTENCE = Pattern.compile("(\\d+)\\. (.*)\\.");

    @TempDir
    Path folder;

    private static Optional<String> why(Set<Kind> run, String option) {
        return LaunchTable.ROWS.stream()
                .filter(row -> row.kinds().stream().anyMatch(run::contains))
                .filter(row -> row.options().contains(option))
                .map(Row::why)
                .findFirst();
    }

    @Test
    void eachRowIsOfOptionsThatThereAre() {
        Set<String> ofRun =
                new CommandLine(new RunCommand()).getCommandSpec().optionsMap().keySet();
        Set<String> ofVerify = new CommandLine(new VerifyCommand())
                .getCommandSpec()
                .optionsMap()
                .keySet();

        assertThat(LaunchTable.ROWS).isNotEmpty().allSatisfy(row -> {
            assertThat(row.options()).isNotEmpty().doesNotHaveDuplicates();
            assertThat(row.kinds().contains(Kind.VERIFICATION) ? ofVerify : ofRun)
                    .containsAll(row.options());
            assertThat(ofRun).containsAll(row.options());
        });
    }

    @Test
    void eachSentenceSaysWhatToDo() {
        assertThat(LaunchTable.ROWS)
                .extracting(Row::why)
                .doesNotHaveDuplicates()
                .allSatisfy(why -> assertThat(why)
                        .containsPattern("leave it out|'assay kubernetes attach' comes back")
                        .doesNotEndWith("."));
    }

    @Test
    void helpHasNothingThatIsAlwaysRefused() {
        String verify = new CommandLine(new VerifyCommand()).getUsageMessage();
        String capacity = new CommandLine(new CapacityCommand()).getUsageMessage();

        for (Row row : LaunchTable.ROWS) {
            for (String option : row.options()) {
                if (row.kinds().contains(Kind.VERIFICATION)) {
                    assertThat(verify).doesNotContainPattern("(?m)^ *(-., )?" + option + "\\b(?!-)");
                }
                if (row.kinds().contains(Kind.SCENARIO)) {
                    assertThat(capacity).doesNotContainPattern("(?m)^ *(-., )?" + option + "\\b(?!-)");
                }
            }
        }
        assertThat(verify).contains("--set=PATH=VALUE", "--worker=HOST:PORT", "--strict", "SCENARIO");
        assertThat(capacity)
                .contains("--budget=TIME", "--workers-on=PLACE", "SCENARIO")
                .doesNotContain("NAME.card");
    }

    /** Options hidden from the help are still refused, with the reason. */
    @Test
    void whatHelpLeavesOutIsRefusedWithItsSentence() throws IOException {
        Path scenario = Files.writeString(folder.resolve("memory.yaml"), "name: memory\nsystems: { memory: {} }\n");

        assertThat(ProgramUnderTest.run("verify", scenario.toString(), "--budget", "1h")
                        .err())
                .contains("--budget: "
                        + why(EnumSet.of(Kind.VERIFICATION), "--budget").orElseThrow());
        assertThat(ProgramUnderTest.run("capacity", scenario.toString(), "--hook", "x")
                        .err())
                .contains("--hook: " + why(EnumSet.of(Kind.SCENARIO), "--hook").orElseThrow());
    }

    @Test
    void theDocumentSaysTheSame() throws IOException {
        List<String> lines = section();
        List<String> rows = lines.stream().filter(line -> line.startsWith("|")).toList();
        List<String> heads = cells(rows.getFirst());
        Map<String, String> sentences = new HashMap<>();
        for (String line : lines) {
            Matcher sentence = SENTENCE.matcher(line);
            if (sentence.matches()) {
                sentences.put(sentence.group(1), sentence.group(2));
            }
        }

        List<String> found = new ArrayList<>();
        Set<String> cited = new HashSet<>();
        for (String row : rows.subList(2, rows.size())) {
            List<String> cells = cells(row);
            found.add(cells.getFirst());
            for (int column = 1; column < cells.size(); column++) {
                Matcher option = OPTION.matcher(heads.get(column));
                Matcher refused = REFUSED.matcher(cells.get(column));
                String cell = cells.getFirst() + " × " + heads.get(column);
                Optional<String> why = option.find()
                        ? why(Objects.requireNonNull(LINES.get(cells.getFirst())), option.group(1))
                        : Optional.empty();
                if (refused.find()) {
                    cited.add(refused.group(1));
                    assertThat(why).as(cell).contains(sentences.get(refused.group(1)));
                } else {
                    assertThat(cells.get(column)).as(cell).isIn("works", "–");
                    assertThat(why).as(cell).isEmpty();
                }
            }
        }

        assertThat(found).containsExactlyInAnyOrderElementsOf(LINES.keySet());
        assertThat(sentences.keySet()).isEqualTo(cited);
    }

    private static List<String> section() throws IOException {
        List<String> lines = Files.readAllLines(DOCUMENT);
        int from = lines.indexOf(HEADING);
        assertThat(from).isNotNegative();
        return lines.subList(from + 1, lines.size()).stream()
                .takeWhile(line -> !line.startsWith("## "))
                .toList();
    }

    private static List<String> cells(String row) {
        String inner = row.strip();
        return Arrays.stream(inner.substring(1, inner.length() - 1).split("\\|"))
                .map(String::strip)
                .toList();
    }

    /** An option that is not refused is read: each of these values is refused by the code that reads it. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--workers-on | ssh:load-1.invalid,load-2.invalid | the in-memory system serves several workers on this machine only",
                "--on | kafak | did you mean kafka?",
                "--budget | soon | --budget: ",
                "--tolerate | 1 | --tolerate must be at least 0 and less than the number of workers",
                "--live | somewhere | --live: expected [HOST:]PORT",
                "--metrics | somewhere | --metrics: expected [HOST:]PORT",
                "--workers | 0 | there must be at least one worker",
            })
    void aStudyAndACardTakeWhatAScenarioDoes(String option, String value, String refusal) throws IOException {
        Path scenario = Files.writeString(folder.resolve("memory.yaml"), "name: memory\nsystems: { memory: {} }\n");
        Path study = Files.writeString(folder.resolve("study.yaml"), """
                study: small
                title: a small one
                scenario: { repeat: 3, systems: { memory: {} }, workload: { rate: 500/s } }
                tests: { one: { says: one, cells: { a: { system: memory }, b: { system: memory, workload: { partitions: 2 } } } } }
                """);
        Path card = Path.of("../results/upgrade-kafka/upgrade-kafka.card");
        for (Path file : List.of(scenario, study, card)) {
            Path out = folder.resolve("runs");
            Ended ended = ProgramUnderTest.run("run", file.toString(), "--yes", "--out", out.toString(), option, value);
            Optional<String> why = why(EnumSet.of(Kind.CARD), option);

            assertThat(ended.code())
                    .as(ended.said())
                    .isIn(ExitCode.BAD_INPUT.code(), ExitCode.SYSTEM_UNDER_TEST.code());
            assertThat(ended.err())
                    .contains(file.equals(card) && why.isPresent() ? option + ": " + why.get() : refusal);
            assertThat(out).doesNotExist();
        }
    }
}
