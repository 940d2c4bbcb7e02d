package dev.assay.cli.card;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.ProgramUnderTest;
import dev.assay.cli.ProgramUnderTest.Ended;
import dev.assay.model.exit.ExitCode;
import dev.assay.report.card.Card;
import dev.assay.report.card.Card.RunFacts;
import dev.assay.report.card.Lock;
import dev.assay.worker.wire.AssayBuild;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CardCommandTest {
    /** The recorded run is DEGRADED, since the machine's processors were busy. */
    private static final Path RECORDED = Path.of("../store/src/test/resources/dev/assay/store/recorded-run");

    /** Contains the run of a study on a machine that is named machine. */
    private static final Path STUDY = Path.of("../e2e-tests/src/test/resources/frozen/runs/study");

    @TempDir
    Path folder;

    private static final String TRIAL = "trials/001-memory/trial.json";
    private static final String LOCAL = "\"deployment\" : \"local\"";
    private static final String EXISTING = "\"deployment\" : \"existing\"";

    private Path copy() throws IOException {
        return copy(RECORDED);
    }

    private Path copy(Path recorded) throws IOException {
        Path run = folder.resolve("run");
        Files.createDirectories(run);
        try (Stream<Path> files = Files.walk(recorded)) {
            for (Path file : files.skip(1).toList()) {
                Files.copy(file, run.resolve(recorded.relativize(file).toString()));
            }
        }
        return run;
    }

    private static void replace(Path file, String what, String with) throws IOException {
        String text = Files.readString(file);
        assertThat(text).contains(what);
        Files.writeString(file, text.replace(what, with));
    }

    private static Path file(Path run) throws IOException {
        try (Stream<Path> files = Files.list(run.resolve("card"))) {
            return files.filter(CardFile::isOne).findFirst().orElseThrow();
        }
    }

    /** Returns everything that a card of a run reveals, unpacked. */
    private static List<String> texts(Path run) throws IOException {
        Path file = file(run);
        List<String> texts = new ArrayList<>(CardEntries.of(file).values());
        texts.add(String.valueOf(file.getFileName()));
        texts.add(Files.readString(run.resolve("card/card.md")));
        texts.add(Files.readString(run.resolve("card/badge.svg")));
        return texts;
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path one : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(one);
            }
        }
    }

    @Test
    void a_card_has_what_it_takes_to_read_and_repeat_a_run() throws IOException {
        Path run = copy();
        Ended ended = ProgramUnderTest.run("card", run.toString());

        assertThat(ended.code()).as(ended.said()).isZero();
        Path cards = run.resolve("card");
        Card card = CardFile.read(cards.resolve("in-memory.card"));
        RunFacts facts = card.facts().runs().getFirst();
        assertThat(card.facts().title()).isEqualTo("in-memory");
        assertThat(facts.measured()).isEqualTo("2026-11-25");
        assertThat(facts.assay()).isEqualTo("0.1.0 (protocol 8)");
        assertThat(card.verdict().name()).isEqualTo("DEGRADED");
        assertThat(facts.trials()).containsEntry("DEGRADED", 1);
        assertThat(facts.reasons()).containsKey("foreign-cpu");
        assertThat(facts.machine())
                .containsEntry("cpu.cores", "2 logical, 2 physical")
                .doesNotContainKey("data.free");
        assertThat(card.leftOut()).containsEntry("disturbed by other work on the machine", 1);
        assertThat(card.systems()).hasSize(1);
        assertThat(card.facts().masked()).isFalse();
        assertThat(card.scenario())
                .startsWith("name: in-memory\nsystems:\n")
                .contains("rate: 10000/s")
                .doesNotContain("#");
        assertThat(card.notComparable())
                .contains("it is of a scenario of its own, not of a study", "its verdict is DEGRADED");
        assertThat(Files.size(cards.resolve("in-memory.card"))).isLessThan(10_000);
    }

    /** The columns are written and read in one place. */
    @Test
    void its_rows_are_lines_of_the_summary_and_the_same_run_makes_the_same_bytes() throws IOException {
        Path run = copy();
        assertThat(ProgramUnderTest.run("report", run.toString()).code()).isIn(0, 6);
        ProgramUnderTest.run("card", run.toString());
        ProgramUnderTest.run(
                "card", run.toString(), "--to", folder.resolve("again").toString());
        List<String> lines =
                Files.readString(run.resolve("summary.csv")).lines().toList();

        assertThat(CardEntries.of(file(run))
                        .getOrDefault("run-1.csv", "")
                        .lines()
                        .toList())
                .hasSize(5)
                .startsWith(lines.getFirst())
                .isSubsetOf(lines);
        assertThat(folder.resolve("again/in-memory.card")).hasSameBinaryContentAs(file(run));
    }

    @Test
    void the_lock_has_seed_digests_and_settings() throws IOException {
        Path run = copy();
        replace(
                run.resolve("run.json"),
                "\"artifacts\" : { }",
                "\"artifacts\" : { \"a:b:1\" : \"" + "0f".repeat(32) + "\" }");
        assertThat(ProgramUnderTest.run("card", run.toString()).code()).isZero();
        Lock lock = CardFile.read(file(run)).lock();

        assertThat(lock.seed()).contains(42L);
        assertThat(lock.artifacts()).containsEntry("a:b:1", "0f".repeat(32));
        // Another build made the run, so the flags of its workers are not known.
        assertThat(lock.workerJvm()).isEmpty();
        assertThat(lock.settings().get("memory built-in, in-memory driver"))
                .extractingByKey("each memory")
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.MAP)
                .containsEntry("mean-nanos", "1000000")
                .doesNotContainKey("server");
    }

    @Test
    void no_host_user_path_address_or_topic_is_on_anything_that_is_passed_on() throws IOException {
        Path run = copy();
        Path record = run.resolve("run.json");
        Path trial = run.resolve("trials/001-memory/trial.json");
        replace(
                record,
                "\"workers\" : [ ],\n      \"startedOn\" : null,\n      \"observers\" : [ ]",
                "\"workers\" : [ \"canary-load:9100\" ],\n      \"startedOn\" : null,\n      \"observers\" : [ \"canary-eye:9200\" ]");
        replace(
                record,
                "\"overrides\" : [ ]",
                "\"overrides\" : [ \"systems.other.uri=x://canary-uri/v\", \"a=canary.example.com\" ]");
        replace(
                record,
                "name: in-memory\\n",
                "name: in-memory\\n# canary-comment\\nevil: [canary-vm, canary-broker, canary-load, canary-eye, /srv/canary/x, canary@b, 10.9.8.7, canary-b:9092]\\n");
        replace(record, "\"kernel\" : \"Linux\"", "\"kernel\" : \"Linux canary-vm 6.1\"");
        replace(trial, "\"machine\" : \"vm\"", "\"machine\" : \"canary-vm\"");
        replace(trial, "\"resolved\" : {", "\"resolved\" : { \"systems.other.uri\" : \"canary-broker\",");
        replace(
                trial,
                "\"sent.ahead.bytes\"",
                "\"topicNames\" : \"canary-topic\", \"client.id\" : \"canary-client\", \"log.dirs\" : \"/srv/canary\", \"sent.ahead.bytes\"");
        Ended ended = ProgramUnderTest.run("card", run.toString());

        assertThat(ended.code()).as(ended.said()).isZero();
        assertThat(ended.out())
                .contains("'assay run' refuses this card: not reproducible: addresses, paths or secrets");
        Card card = CardFile.read(run.resolve("card/in-memory.card"));
        assertThat(card.facts().masked()).isTrue();
        assertThat(texts(run))
                .allSatisfy(text -> assertThat(text).doesNotContain("canary", "10.9.8.7", "127.0.0.1", "/srv"));
    }

    /** Lists names of a machine of the run, and of the machine and the user that make the card. */
    static List<String> names() {
        return List.of(
                "canary-vm",
                System.getProperty("user.name"),
                AssayBuild.ofThisProcess().host());
    }

    /** Each place is checked separately, since one masked place says nothing about the others. */
    @ParameterizedTest
    @MethodSource("names")
    void a_name_is_masked_wherever_it_stands(String name) throws IOException {
        List<String[]> places = List.of(
                new String[] {"run.json", "\"scenario\" : \"in-memory\"", "\"scenario\" : \"of %s\""},
                new String[] {"run.json", "\"kernel\" : \"Linux\"", "\"kernel\" : \"Linux of %s\""},
                new String[] {"run.json", "\"overrides\" : [ ]", "\"overrides\" : [ \"whose=%s\" ]"},
                new String[] {"run.json", "name: in-memory\\n", "name: in-memory\\nwhose: %s\\n"},
                new String[] {TRIAL, "\"dimensions\" : { }", "\"dimensions\" : { \"whose\" : \"%s\" }"},
                new String[] {TRIAL, "\"sent.ahead.bytes\"", "\"hint\" : \"%s\", \"sent.ahead.bytes\""});
        for (String[] place : places) {
            Path run = copy();
            replace(run.resolve(TRIAL), "\"machine\" : \"vm\"", "\"machine\" : \"canary-vm\"");
            replace(run.resolve(place[0]), place[1], place[2].formatted(name));
            assertThat(ProgramUnderTest.run("card", run.toString()).code()).isZero();

            assertThat(texts(run))
                    .as(place[2])
                    .allSatisfy(text -> assertThat(text)
                            .doesNotContainPattern("(?<![\\p{L}\\p{N}])" + Pattern.quote(name) + "(?![\\p{L}\\p{N}])"));
            delete(run);
        }
    }

    @Test
    void points_with_other_settings_are_named_without_whose_they_are() throws IOException {
        Path run = copy();
        Path other = Files.createDirectories(run.resolve("trials/002-of-canary-vm"));
        try (Stream<Path> files = Files.list(run.resolve("trials/001-memory"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, other.resolve(file.getFileName()));
            }
        }
        Path trial = other.resolve("trial.json");
        replace(trial, "\"number\" : 1,", "\"number\" : 2,");
        replace(trial, "\"label\" : \"memory\"", "\"label\" : \"of-canary-vm\"");
        replace(trial, "\"mean-nanos\" : \"1000000\"", "\"mean-nanos\" : \"2000000\"");
        replace(trial, "\"machine\" : \"vm\"", "\"machine\" : \"canary-vm\"");
        assertThat(ProgramUnderTest.run("card", run.toString()).code()).isZero();
        Lock lock = CardFile.read(file(run)).lock();

        assertThat(lock.differing()).hasSize(1);
        assertThat(texts(run)).allSatisfy(text -> assertThat(text).doesNotContain("canary"));
    }

    /** Points of two clusters, for example, stay separate figures, however their names are masked. */
    @Test
    void points_that_differ_only_in_what_is_masked_stay_apart() throws IOException {
        Path run = copy();
        for (String name : List.of("2-canary-a", "3-canary-b")) {
            String machine = name.substring(2);
            Path other = Files.createDirectories(run.resolve("trials/00" + name.charAt(0) + "-memory-on=" + machine));
            try (Stream<Path> files = Files.list(run.resolve("trials/001-memory"))) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    Files.copy(file, other.resolve(file.getFileName()));
                }
            }
            Path trial = other.resolve("trial.json");
            replace(trial, "\"number\" : 1,", "\"number\" : " + name.charAt(0) + ",");
            replace(trial, "\"label\" : \"memory\"", "\"label\" : \"memory-on=" + machine + "\"");
            replace(trial, "\"machine\" : \"vm\"", "\"machine\" : \"" + machine + "\"");
        }
        Ended ended = ProgramUnderTest.run("card", run.toString());

        assertThat(ended.code()).as(ended.said()).isZero();
        assertThat(CardFile.read(file(run)).rows().getFirst())
                .extracting(row -> row.source().point())
                .containsOnly("memory", "memory-on=********", "memory-on=********-2");
        assertThat(texts(run)).allSatisfy(text -> assertThat(text).doesNotContain("canary"));
    }

    @Test
    void the_name_of_a_study_says_nothing_of_machines_either() throws IOException {
        Path run = copy(STUDY);
        try (Stream<Path> trials = Files.list(run.resolve("trials"))) {
            for (Path trial : trials.toList()) {
                replace(trial.resolve("trial.json"), "\"machine\" : \"machine\"", "\"machine\" : \"canary-vm\"");
            }
        }
        replace(run.resolve("run.json"), "study: made-up\\n", "study: canary-vm\\n");
        Ended ended = ProgramUnderTest.run("card", run.toString());

        assertThat(ended.code()).as(ended.said()).isZero();
        assertThat(CardFile.read(file(run)).facts().study()).isPresent();
        assertThat(texts(run)).allSatisfy(text -> assertThat(text).doesNotContain("canary"));
    }

    @Test
    void the_lock_says_who_drove_the_load_without_saying_where() throws IOException {
        Path run = copy();
        replace(
                run.resolve("run.json"),
                "\"workers\" : [ ],\n      \"startedOn\" : null,\n      \"observers\" : [ ]",
                "\"workers\" : [ \"canary-a:9100\", \"canary-b:9100\" ],\n      \"startedOn\" : null,\n      \"observers\" : [ \"canary-eye:9200\" ]");
        replace(run.resolve("run.json"), "\"clusters\" : [ ]", "\"clusters\" : [ \"canary-cluster\" ]");
        replace(run.resolve(TRIAL), LOCAL, EXISTING);
        Ended ended = ProgramUnderTest.run("card", run.toString());
        assertThat(ended.code()).isZero();
        assertThat(ended.out())
                .startsWith("Nothing on this card can be reproduced by 'assay run': " + run
                        + " measured a cluster of memory that Assay had not started")
                .contains("by 'assay cluster up memory' and 'run --on memory'");
        Lock lock = CardFile.read(file(run)).lock();

        assertThat(lock.workers()).contains(2);
        assertThat(lock.elsewhere()).isTrue();
        assertThat(lock.existing()).isTrue();
        assertThat(texts(run)).allSatisfy(text -> assertThat(text).doesNotContain("canary"));
    }

    @Test
    void a_cluster_that_assay_had_started_before_is_started_again_as_it_was() throws IOException {
        Path run = copy();
        replace(run.resolve("run.json"), "\"clusters\" : [ ]", "\"clusters\" : [ \"memory\" ]");
        Path trial = run.resolve(TRIAL);
        replace(trial, LOCAL, EXISTING);
        replace(trial, "\"systems.memory.mean\" : \"1 ms\"", "\"systems.memory.mean\" : \"2 ms\"");
        replace(
                trial,
                "\"groups\" : {\n",
                "\"groups\" : {\n\"cluster\" : { \"version\" : \"built-in\", \"up since\" : \"2026-11-24T07:00:00Z\" },\n");
        assertThat(ProgramUnderTest.run("card", run.toString()).code()).isZero();
        Card card = CardFile.read(file(run));

        assertThat(card.lock().existing()).isFalse();
        assertThat(card.lock().systems()).containsExactly("memory");
        assertThat(card.facts().overrides()).containsExactly("systems.memory.mean=2 ms");
        assertThat(run.resolve("card/card.md"))
                .content()
                .contains("Measured on a cluster that 'assay cluster up' had started before: it was warm")
                .doesNotContain("2026-11-24");
    }

    /** Every value of the recorded run is disturbed. */
    @Test
    void a_card_without_a_value_that_counts_is_refused_before_anything_is_shown() throws IOException {
        Path run = copy();
        Ended made = ProgramUnderTest.run("card", run.toString());
        Ended refused = ProgramUnderTest.run("run", "--yes", file(run).toString());

        assertThat(made.out())
                .contains("'assay run' refuses this card: not reproducible: no value of its figures counts");
        assertThat(refused.code()).isEqualTo(ExitCode.BAD_INPUT.code());
        assertThat(refused.err()).contains("no value of its figures counts (1 disturbed by other work on the machine)");
        assertThat(refused.out()).isEmpty();
    }

    @Test
    void the_badge_has_the_colour_of_the_verdict() throws IOException {
        Path run = copy();
        ProgramUnderTest.run("card", run.toString());

        assertThat(run.resolve("card/badge.svg"))
                .content()
                .contains(">DEGRADED</text>", "#855300", "textLength")
                .startsWith("<svg ");
        assertThat(run.resolve("card/card.md"))
                .content()
                .startsWith("![Assay: DEGRADED](badge.svg)")
                .contains("in-memory, trials: 1 DEGRADED", "Free: ");
    }

    @Test
    void files_that_are_there_already_stay_and_a_folder_without_a_run_is_refused() throws IOException {
        Path run = copy();
        Path to = folder.resolve("results/one");
        assertThat(ProgramUnderTest.run("card", run.toString(), "--to", to.toString())
                        .code())
                .isZero();
        Ended again = ProgramUnderTest.run("card", run.toString(), "--to", to.toString());
        Ended none = ProgramUnderTest.run("card", folder.toString());
        Files.delete(run.resolve("trials/001-memory/trial.json"));
        Ended empty = ProgramUnderTest.run("card", run.toString());

        assertThat(again.code()).isEqualTo(ExitCode.BAD_INPUT.code());
        assertThat(again.err()).contains("in-memory.card already exists");
        assertThat(none.code()).isEqualTo(ExitCode.BAD_INPUT.code());
        assertThat(empty.code()).isEqualTo(ExitCode.INVALID.code());
    }
}
