package dev.assay.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScenarioProblemsTest {
    private static final String SMALLEST = "name: x\nsystems: {kafka: }\n";

    private static ScenarioProblems problems(String text, String... overrides) {
        return problems(text, List.of(overrides), Set.of());
    }

    private static ScenarioProblems problems(String text, List<String> overrides, Set<String> systems) {
        ScenarioException exception = catchThrowableOfType(
                ScenarioException.class, () -> ScenarioFile.read("x.yaml", text, overrides, systems));
        assertThat(exception).as("the scenario should have problems").isNotNull();
        assertThat(exception).hasMessage(exception.problems().render());
        return exception.problems();
    }

    private static String resource(String name) {
        try (InputStream in = ScenarioProblemsTest.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Compares with a golden file, or writes it with {@code -Dassay.regenerate=true}. */
    private static void assertGolden(String name, String actual) throws IOException {
        if (Boolean.getBoolean("assay.regenerate")) {
            Files.writeString(Path.of("src/test/resources/dev/assay/scenario", name), actual);
        } else {
            assertThat(actual).isEqualTo(resource(name));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "five-mistakes",
                "structure",
                "dimensions",
                "broken-records",
                "disks",
                "misspelt-settings",
                "timeline",
                "groups",
                "former-keys",
                "search",
                "spellings",
                "variants"
            })
    void allProblemsOfAFileAreShownAtOnceEachInItsPlace(String name) throws IOException {
        assertGolden(name + ".txt", problems(resource(name + ".yaml")).render());
    }

    @Test
    void allProblemsOfAStudyAreShownAtOnceEachInItsPlace() throws IOException {
        ScenarioException exception = catchThrowableOfType(
                ScenarioException.class, () -> StudyFile.read("x.yaml", resource("broken-study.yaml"), List.of()));
        assertGolden("broken-study.txt", exception.problems().render());
    }

    @Test
    void fiveMistakesMakeFiveProblems() {
        assertThat(problems(resource("five-mistakes.yaml")).list())
                .extracting(problem -> problem.line() + ":" + problem.column())
                .containsExactly("3:35", "6:3", "7:20", "8:33", "12:7");
    }

    @Test
    void aStudyIsNoScenario() {
        assertThat(problems("study: x\ntitle: X\nscenario: { repeat: 3 }\n").render())
                .contains("x.yaml:1:1: this is a study, not a scenario", "assay plan FILE", "\n1 problem.");
    }

    @Test
    void disksOfAClusterThatOthersRunAreNotAssaysToChoose() {
        assertThat(problems("""
                                name: x
                                systems:
                                  kafka: { deployment: existing, bootstrap.servers: "h:1", disks: { count: 2 } }
                                """).render())
                .contains("x.yaml:3:67: systems.kafka.disks: Assay can't choose the disks of a cluster");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            product: Redpanda                                                  | product is Redpanda, but Assay starts Kafka only: set deployment: existing and bootstrap.servers, or leave product out
            deployment: existing, bootstrap.servers: 'h:1', product: Kafka     | product is Kafka, which is what it is without the key: leave product out
            deployment: existing, bootstrap.servers: 'h:1', product: 'a (b)'   | product must be a name of at most 40 letters, digits, spaces and . _ + -, and begin with a letter, but is 'a (b)'
            deployment: existing, bootstrap.servers: 'h:1', product: -x        | begin with a letter, but is '-x'
            """, quoteCharacter = '"')
    void productsThatSpeakKafkasProtocolAreOthersToRunAndToAnswerFor(String keys, String problem) {
        assertThat(problems("name: x\nsystems: { kafka: { " + keys + " } }\n").render())
                .contains("x.yaml:2:", problem, "1 problem.");
    }

    @Test
    void overridesAreLocatedInTheOptionAsGiven() throws IOException {
        assertGolden(
                "overrides.txt",
                problems(
                                SMALLEST,
                                "workload.rtae=5/s",
                                "workload.rate",
                                "workload.rate.x=1",
                                "workload.partitions=1,zwei,3",
                                "workload.arrivals=[constant, ",
                                "systems.kafka.bootstrap=x",
                                "settings.kafka.producer=5",
                                "settings.kafka.producer.linger={ms: 5}",
                                "durability=",
                                "settings.memory.client.a=1",
                                "workload.=1",
                                "workload.readers.late.begin=x",
                                "workload.groups.late.hold=true",
                                "repeat=1,2")
                        .render());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a: [1",
                "name: \"x\n\ty: 1",
                "name: x\n\tsystems: {kafka: }",
                "name: x\n---\nname: y\n",
                "\u0007",
                "name: x\nworkload: *unknown\n",
                "name: x\n  systems: y\n",
            })
    void whatIsNoYamlIsOneProblem(String text) {
        assertThat(problems(text).list())
                .hasSize(1)
                .first()
                .satisfies(problem -> assertThat(problem.what()).startsWith("this is not YAML: "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "# nothing\n", "plain", "- 1", "{}", "[]", "null"})
    void aFileWithoutKeysIsExplained(String text) {
        assertThat(problems(text).render()).contains("x.yaml:1:1: ");
    }

    @Test
    void aListThatHoldsItselfIsRefused() {
        assertThat(problems("name: x\nsystems: &a {kafka: *a}\n").render()).contains("contains itself");
    }

    @Test
    void bottomlessNestingIsRefused() {
        assertThat(problems("[".repeat(20_000)).render())
                .contains("x.yaml:1:33: this exceeds a limit: nested more than 32 deep")
                .contains("docs/SCENARIO.md has the limits");
    }

    @Test
    void whatAliasesMultiplyIsRefused() {
        StringBuilder text = new StringBuilder("name: x\na0: &a0 [x, x]\n");
        for (int i = 1; i <= 48; i++) {
            text.append("a%d: &a%d [*a%d, *a%d]\n".formatted(i, i, i - 1, i - 1));
        }

        assertThat(problems(text.toString()).render())
                .contains("this exceeds a limit: more than 20000 keys and values");
    }

    @Test
    void tooManyKeysAreRefused() {
        String text = IntStream.range(0, 75_000)
                .mapToObj(i -> "key-" + i + ": 1\n")
                .collect(Collectors.joining("", "name: x\n", ""));

        assertThat(problems(text).render())
                .contains("x.yaml:10000:")
                .contains("this exceeds a limit: more than 20000 keys and values");
    }

    @Test
    void ofManyProblemsOnlyTheFirstAreShown() {
        String text = IntStream.range(0, 5_000)
                .mapToObj(i -> "key-" + i + ": 1\n")
                .collect(Collectors.joining("", SMALLEST, ""));

        ScenarioProblems problems = problems(text);

        assertThat(problems.list()).hasSizeGreaterThanOrEqualTo(5_000);
        assertThat(problems.render())
                .contains("'key-90'", "problems, of which these are the first 500.")
                .doesNotContain("'key-600'");
    }

    @Test
    void aLongWordIsNotRepeated() {
        assertThat(problems("name: x\nsystems: {kafka: }\ndurability: " + "x".repeat(30_000) + "\n")
                        .render())
                .hasSizeLessThan(10_000)
                .contains("more characters)");
    }

    @Test
    void systemsThatTheScenarioLacksAreRefused() {
        assertThat(problems(SMALLEST, List.of(), new LinkedHashSet<>(List.of("kafka", "kafak", "memory")))
                        .render())
                .isEqualTo("""
                        --systems:1:7: the scenario has no system called 'kafak'
                          1 | kafka,kafak,memory
                            |       ^^^^^
                            = did you mean 'kafka'? its systems: kafka

                        --systems:1:13: the scenario has no system called 'memory'
                          1 | kafka,kafak,memory
                            |             ^^^^^^
                            = its systems: kafka

                        2 problems.
                        """);
    }

    @Test
    void problemsOfSystemsThatAreNotPlannedCountToo() {
        assertThat(problems("name: x\nsystems: {kafka: {nodes: 99}, memory: }\n", List.of(), Set.of("memory"))
                        .list())
                .hasSize(1);
    }

    @Test
    void tooManyTrialsAreRefusedWithTheirNumber() {
        String many = "["
                + String.join(
                        ", ",
                        IntStream.rangeClosed(1, 101).mapToObj(String::valueOf).toList()) + "]";
        assertThat(problems(SMALLEST, "workload.partitions=" + many, "workload.producers=" + many)
                        .list())
                .singleElement()
                .satisfies(problem -> assertThat(problem.what())
                        .isEqualTo(
                                "kafka alone makes 10201 trials: workload.partitions (101) x workload.producers (101),"
                                        + " more than 10000"));
        assertThat(problems(SMALLEST, "workload.partitions=" + many, "repeat=100")
                        .list())
                .singleElement()
                .satisfies(problem -> assertThat(problem.what()).contains("are 10100 trials, more than 10000"));
    }

    @Test
    void eachValueOfTooLongListsIsStillChecked() {
        String many = "[bad, " + "1, 2, ".repeat(60) + "worse]";
        assertThat(problems(SMALLEST, "workload.partitions=" + many, "workload.producers=" + many)
                        .render())
                .contains("workload.partitions: expected a whole number like 3 or 10_000, but found 'worse'")
                .contains("workload.producers: expected a whole number like 3 or 10_000, but found 'bad'");
    }

    @Test
    void longLinesAreCutAroundTheCaret() {
        Problem problem = problems(SMALLEST + "workload: {partitions: [" + "1, ".repeat(100) + "x]}\n")
                .list()
                .getLast();
        assertThat(problem.render().lines().skip(1).limit(2))
                .allSatisfy(line -> assertThat(line.length()).isLessThan(160));
        String[] lines = problem.render().split("\n", -1);
        assertThat(lines[1].charAt(lines[2].indexOf('^'))).isEqualTo('x');
    }

    @Test
    void theCaretStandsRightAfterTabsAndSurrogatePairs() {
        String text = SMALLEST + "settings: {kafka: {client: {client.id: \"\t😀\"}, consmer: {}}}\n";
        String[] lines = problems(text).render().split("\n", -1);
        assertThat(lines[2]).isEqualTo("    | " + " ".repeat(40) + "\t" + " ".repeat(5) + "^^^^^^^");
    }
}
