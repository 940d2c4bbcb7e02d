package dev.assay.cli.card;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.ProgramUnderTest;
import dev.assay.cli.ProgramUnderTest.Ended;
import dev.assay.host.file.RecordJson;
import dev.assay.model.exit.ExitCode;
import dev.assay.report.card.Card.Facts;
import dev.assay.report.card.Lock;
import dev.assay.run.trial.VirtualRuns;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.plan.PlannedTrial;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs cards of trials in virtual time, so that their figures are known. */
class CardAnswersTest {
    private static final String SCENARIO = scenario("20 ms");
    private static final String CARD = "card/virtual.card";

    @TempDir
    static Path runs;

    private static Path found = Path.of(".");
    private static Path same = Path.of(".");
    private static Path slower = Path.of(".");
    private static List<Path> others = List.of();

    @TempDir
    Path folder;

    private static String scenario(String mean) {
        return """
                name: again
                systems: { memory: { law: constant, mean: %s } }
                durability: level-4
                workload: { rate: 200/s, message: { size: 100 B } }
                timing: { warmup: 1 s, measure: 3 s, drain: 5 s }
                repeat: 5
                """.formatted(mean);
    }

    @BeforeAll
    static void measure() throws Exception {
        List<PlannedTrial> trials = trials("20 ms");
        found = VirtualRuns.of(runs.resolve("found"), SCENARIO, trials).path();
        same = VirtualRuns.of(runs.resolve("same"), SCENARIO, trials).path();
        slower = run("slower", 40_000);
        others = List.of(run("other", 20_100), run("third", 20_200));
        assertThat(ProgramUnderTest.run(
                                "card",
                                found.toString(),
                                "--to",
                                runs.resolve("card").toString())
                        .code())
                .isZero();
    }

    /** Measures a system that is slower than its settings say. */
    private static Path run(String name, int micros) throws Exception {
        Path run = VirtualRuns.of(runs.resolve(name), SCENARIO, trials(micros + " us"))
                .path();
        try (Stream<Path> trials = Files.list(run.resolve("trials"))) {
            for (Path trial : trials.map(folder -> folder.resolve("trial.json")).toList()) {
                String text = Files.readString(trial);
                assertThat(text).contains(micros + "000");
                Files.writeString(trial, text.replace(micros + "000", "20000000"));
            }
        }
        return run;
    }

    private static List<PlannedTrial> trials(String mean) throws Exception {
        return ScenarioFile.read("again.yaml", scenario(mean), List.of(), Set.of())
                .plan()
                .trials();
    }

    private static Lock lock() {
        return CardFile.read(runs.resolve(CARD)).lock();
    }

    private static Lock lock(Map<String, String> artifacts, List<String> workerJvm, boolean existing) {
        Lock lock = lock();
        return new Lock(
                lock.lock(),
                lock.assay(),
                lock.seed(),
                artifacts,
                lock.unpinned(),
                workerJvm,
                lock.workers(),
                lock.elsewhere(),
                lock.systems(),
                existing,
                lock.settings(),
                lock.differing());
    }

    /** Returns a card's entries with other digests, which anybody can compute. */
    private static Map<String, String> card(String scenario, List<String> overrides, Lock lock) throws IOException {
        Map<String, String> entries = CardEntries.of(runs.resolve(CARD));
        Facts facts = CardFile.read(runs.resolve(CARD)).facts();
        entries.put(
                "card.json",
                json(new Facts(facts.format(), facts.title(), facts.study(), overrides, false, facts.runs())));
        entries.put("scenario.yaml", scenario);
        entries.values().removeIf(String::isEmpty);
        entries.put("assay.lock", json(lock));
        return entries;
    }

    private static String json(Record record) {
        return new String(RecordJson.bytes(record), StandardCharsets.UTF_8);
    }

    private static Map<String, String> scenarioCard(String scenario) throws IOException {
        return card(scenario, List.of(), lock());
    }

    private static Map<String, String> lockCard(Lock lock) throws IOException {
        return card(SCENARIO, List.of(), lock);
    }

    private static String kafka(String keys, String settings) {
        return """
                name: again
                systems: { kafka: { %s } }
                workload: { rate: 200/s }
                timing: { warmup: 1 s, measure: 3 s, drain: 5 s }
                %s
                """.formatted(keys, settings);
    }

    private Ended run(Map<String, String> card, String... options) throws IOException {
        Path file = CardEntries.write(folder.resolve("another.card"), card);
        List<String> words = new ArrayList<>(
                List.of("run", file.toString(), "--out", folder.resolve("runs").toString()));
        words.addAll(List.of(options));
        return ProgramUnderTest.run(words.toArray(String[]::new));
    }

    private static String spaced(String text) {
        return text.replaceAll("\\s+", " ");
    }

    private String three() {
        Path to = folder.resolve("three");
        Ended ended = ProgramUnderTest.run(
                "card",
                found.toString(),
                others.get(0).toString(),
                others.get(1).toString(),
                "--to",
                to.toString());
        assertThat(ended.code()).as(ended.said()).isZero();
        return to.resolve("virtual.card").toString();
    }

    private static Ended compare(String card, Path here, String... options) {
        List<String> words = new ArrayList<>(List.of("compare", card, here.toString()));
        words.addAll(List.of(options));
        return ProgramUnderTest.run(words.toArray(String[]::new));
    }

    @Test
    void a_run_that_is_there_twice_is_not_two() throws IOException {
        String card = runs.resolve(CARD).toString();
        Ended run = ProgramUnderTest.run("compare", card, same.toString(), same.toString());
        Ended twice = ProgramUnderTest.run("compare", card, card, same.toString());
        Ended made = ProgramUnderTest.run("card", found.toString(), same.toString());
        Ended none = ProgramUnderTest.run("compare", card);
        Ended itself = compare(three(), same);

        for (Ended ended : List.of(run, twice, made, none, itself)) {
            assertThat(ended.code()).as(ended.said()).isEqualTo(ExitCode.BAD_INPUT.code());
        }
        assertThat(run.err()).contains("a run is on it twice, but is one run and one sample");
        assertThat(made.err()).contains("a run is on it twice, but is one run and one sample");
        assertThat(twice.err()).contains("a run is on several cards, but is one run and one sample");
        assertThat(none.err()).contains("no run directory is given; 'assay run " + card + "' makes one");
        assertThat(spaced(itself.err())).contains("a run is on the card itself");
    }

    @Test
    void runs_that_do_not_fit_together_make_no_card() throws Exception {
        Path other = VirtualRuns.of(folder.resolve("other"), scenario("40 ms"), trials("40 ms"))
                .path();
        Ended ended = ProgramUnderTest.run("card", found.toString(), other.toString());

        assertThat(ended.code()).isEqualTo(ExitCode.BAD_INPUT.code());
        assertThat(ended.err())
                .contains(other + " does not fit " + found + ": it has another scenario")
                .contains("a card is of runs of the same scenario, lock and overrides")
                .hasLineCount(1);
    }

    @Test
    void a_threshold_that_nothing_is_within_is_refused() {
        for (String threshold : List.of("0", "-5", "nan")) {
            Ended ended = ProgramUnderTest.run(
                    "compare", runs.resolve(CARD).toString(), same.toString(), "--threshold", threshold);

            assertThat(ended.code()).as(ended.said()).isEqualTo(ExitCode.BAD_INPUT.code());
        }
    }

    @Test
    void one_run_reproduces_and_contradicts_nothing() {
        for (Path here : List.of(same, slower)) {
            Ended ended = ProgramUnderTest.run("compare", runs.resolve(CARD).toString(), here.toString());

            assertThat(ended.code()).as(ended.said()).isEqualTo(ExitCode.INCONCLUSIVE.code());
            assertThat(spaced(ended.out()))
                    .contains("undecided: in these runs; how far runs differ by themselves is not known")
                    .contains("offered: the scenario fixes this rate")
                    .doesNotContain("contradicted:", "reproduced:");
        }
    }

    @Test
    void one_run_with_values_of_the_three_of_a_card_is_reproduced() throws Exception {
        Ended ended = compare(three(), run("again", 20_150));

        assertThat(ended.code()).as(ended.said()).isZero();
        assertThat(spaced(ended.out()))
                .contains("reproduced: equal to within 25 %")
                .doesNotContain("contradicted:", "undecided:");
    }

    @Test
    void one_run_that_differs_by_more_than_those_of_a_card_contradicts_it() {
        Ended ended = compare(three(), slower);

        assertThat(ended.code()).as(ended.said()).isEqualTo(ExitCode.GATE_FAILED.code());
        assertThat(spaced(ended.out())).contains("contradicted: greater here, by 25 % or more");
    }

    @Test
    void what_compares_runs_with_each_other_is_refused() {
        for (String option :
                List.of("--by=system", "--baseline=x", "--of=capacity", "--in-order", "--csv", "--html=x")) {
            Ended ended = ProgramUnderTest.run("compare", runs.resolve(CARD).toString(), same.toString(), option);

            assertThat(ended.code()).isEqualTo(ExitCode.BAD_INPUT.code());
            assertThat(ended.err())
                    .contains(option.split("=", 2)[0] + ": what a card found is compared figure by figure");
        }
    }

    @Test
    void a_wider_threshold_lets_the_same_difference_pass() {
        Ended ended = compare(three(), slower, "--threshold", "150");

        assertThat(ended.code()).as(ended.said()).isZero();
    }

    @Test
    void a_run_of_something_else_is_not_judged() throws IOException {
        Path other = CardEntries.write(folder.resolve("other.card"), scenarioCard(scenario("40 ms")));
        Ended ended = ProgramUnderTest.run("compare", other.toString(), same.toString());

        assertThat(ended.code()).isEqualTo(ExitCode.BAD_INPUT.code());
        assertThat(ended.err()).contains("is a run of another scenario than the card");
    }

    @Test
    void without_a_terminal_nothing_runs_unless_told_so_but_what_would_is_shown() throws IOException {
        String digest = "ab".repeat(32);
        Ended ended = run(lockCard(lock(Map.of("a:b:1", digest), List.of("-XX:+UseZGC"), false)));

        assertThat(ended.code()).isEqualTo(ExitCode.BAD_INPUT.code());
        assertThat(ended.err()).contains("there is no terminal to ask on").hasLineCount(1);
        assertThat(spaced(ended.out()))
                .contains("abababababab a:b:1", "anything with another SHA-256 is refused")
                .contains("To be run here, by 1 worker: again: 5 trials")
                .contains("total load:");
        assertThat(folder.resolve("runs")).doesNotExist();
    }

    @Test
    void what_no_card_may_ask_for_is_refused_before_anything_is_shown_or_started() throws IOException {
        Map<String, Map<String, String>> refused = new LinkedHashMap<>();
        refused.put("the card's systems were existing clusters", lockCard(lock(Map.of(), List.of(), true)));
        refused.put(
                "not reproducible: the card's systems were existing clusters",
                scenarioCard(kafka("deployment: existing, bootstrap.servers: \"192.0.2.7:9092\"", "")));
        refused.put(
                "the JVM flag '-javaagent:agent.jar' is not among those",
                lockCard(lock(Map.of(), List.of("-XX:+UseZGC", "-javaagent:agent.jar"), false)));
        refused.put(
                "its lock has another SHA-256 of org.apache.kafka:kafka-clients:4.3.1 than this version of Assay knows",
                lockCard(lock(Map.of("org.apache.kafka:kafka-clients:4.3.1", "0".repeat(64)), List.of(), false)));
        refused.put(
                "expected a SHA-256 in 64 hexadecimal digits",
                lockCard(lock(Map.of("a:b:1", "0f0f"), List.of(), false)));
        refused.put(
                "a card brings no files",
                scenarioCard(SCENARIO.replace("size: 100 B", "payload: { file: bodies.txt }")));
        refused.put(
                "systems.kafka.disks.paths is '/srv/a'",
                scenarioCard(kafka("nodes: 1, disks: { paths: [/srv/a] }", "")));
        refused.put(
                "the setting partitioner.class of kafka",
                scenarioCard(
                        kafka(
                                "",
                                "settings: { kafka: { producer: { partitioner.class: org.apache.kafka.clients.producer.RoundRobinPartitioner } } }")));
        refused.put(
                "the setting ssl.truststore.location of kafka is 'trust'",
                scenarioCard(kafka("", "settings: { kafka: { client: { ssl.truststore.location: trust } } }")));
        refused.put(
                "the setting queued.max.request.bytes of kafka is '5': a card may set only what is listed for cards",
                scenarioCard(kafka("", "settings: { kafka: { broker: { queued.max.request.bytes: 5 } } }")));
        refused.put(
                "addresses, paths or secrets of its scenario are masked",
                card(SCENARIO, List.of("workload.rate=********"), lock()));
        refused.put(
                "name: expected one line of visible text, but found 'again\uFFFDTo be fetched: nothing'",
                scenarioCard(SCENARIO.replace("name: again", "name: \"again\\nTo be fetched: nothing\"")));
        refused.put(
                "expected visible text, but found the character U+001B",
                scenarioCard(SCENARIO.replace("name: again", "name: \"a\\e[32mgain\"")));
        refused.put(
                "version must name a Kafka release, but is '4.3.1 and more'",
                scenarioCard(kafka("version: 4.3.1 and more", "")));
        refused.put("expected overrides like path=value", card(SCENARIO, List.of("study.only"), lock()));
        refused.put(
                "it has no scenario.yaml, which only the card of an unchanged study goes without",
                card("", List.of(), lock()));
        for (Map.Entry<String, Map<String, String>> each : refused.entrySet()) {
            Ended ended = run(each.getValue(), "--yes");

            assertThat(ended.code()).as(ended.said()).isEqualTo(ExitCode.BAD_INPUT.code());
            assertThat(spaced(ended.err())).contains(each.getKey());
            assertThat(ended.out()).isEmpty();
        }
        assertThat(folder.resolve("runs")).doesNotExist();
    }

    @Test
    void harmless_settings_and_known_flags_are_taken() throws IOException {
        Map<String, String> card = card(
                kafka(
                        "",
                        "settings: { kafka: { producer: { batch.size: 16384, compression.type: lz4 }, broker: { num.io.threads: 8 } } }"),
                List.of("workload.partitions=3"),
                lock(Map.of(), List.of("-XX:+UseZGC", "-XX:+AlwaysPreTouch"), false));

        assertThat(run(card).err()).contains("there is no terminal to ask on");
    }

    @Test
    void a_lock_of_another_format_says_so() throws IOException {
        Lock lock = lock();
        Lock newer = new Lock(
                Lock.FORMAT + 1,
                lock.assay(),
                lock.seed(),
                Map.of(),
                List.of(),
                List.of(),
                Optional.empty(),
                false,
                List.of(),
                false,
                Map.of(),
                Map.of());

        assertThat(run(lockCard(newer)).err()).contains("its assay.lock has format 3");
    }
}
