package dev.assay.cli.card;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.SummaryLines;
import dev.assay.cli.ProgramUnderTest;
import dev.assay.cli.ProgramUnderTest.Ended;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.report.card.Card;
import dev.assay.report.card.Card.Facts;
import dev.assay.report.card.Card.MeasuredSystem;
import dev.assay.report.card.Card.OfStudy;
import dev.assay.report.card.Card.RunFacts;
import dev.assay.report.card.CardMaker;
import dev.assay.report.card.Lock;
import dev.assay.store.Summary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CardIndexTest {
    private static final Path STUDY = Path.of("../studies/referee.yaml");

    @TempDir
    Path folder;

    private Path write(String where, String title, Grade verdict, String verified, Optional<OfStudy> study)
            throws IOException {
        Facts facts = new Facts(
                Card.FORMAT,
                title,
                study,
                List.of(),
                false,
                List.of(new RunFacts(
                        "2026-11-25",
                        "0.1.0",
                        Map.of("cpu.model", "a processor"),
                        verdict,
                        Map.of(verdict.name(), 3),
                        Map.of(),
                        List.of(new MeasuredSystem("memory 1", "driver 1", "level-1", "kept", verified)),
                        study.isPresent() ? Map.of("rf-1", "reproduced") : Map.of())));
        Lock lock = new Lock(
                Lock.FORMAT,
                "0.1.0",
                Optional.empty(),
                Map.of(),
                List.of(),
                List.of(),
                Optional.empty(),
                false,
                List.of(),
                false,
                Map.of(),
                Map.of());
        byte[] rows = new Summary("", SummaryLines.VERSION, SummaryLines.COLUMNS, List.of(), List.of()).csv();
        String scenario = study.filter(OfStudy::unchanged).isPresent() ? "" : "name: a scenario\n";
        Path to = folder.resolve(where);
        Files.createDirectories(to);
        return Files.write(
                to.resolve("some.card"), CardFile.packed(CardFile.entries(facts, scenario, lock, List.of(rows))));
    }

    private Ended index(Path... cards) {
        List<String> words = new ArrayList<>(List.of("report"));
        Stream.of(cards).map(Path::toString).forEach(words::add);
        words.addAll(List.of("--html", folder.resolve("index.html").toString()));
        return ProgramUnderTest.run(words.toArray(String[]::new));
    }

    private static OfStudy referee(boolean unchanged) throws IOException {
        return new OfStudy("referee", CardMaker.sha256(Files.readString(STUDY)), unchanged);
    }

    @Test
    void cards_of_scenarios_are_free_and_lead_to_their_files() throws IOException {
        Path first = write("a b/one", "first", Grade.VALID, "verified", Optional.empty());
        Path second = write("other", "<b>second</b>", Grade.INVALID, "not verified", Optional.of(referee(false)));
        Ended ended = index(first, second);

        assertThat(ended.code()).as(ended.said()).isZero();
        assertThat(ended.out())
                .contains(
                        "Others",
                        "2 cards" + System.lineSeparator(),
                        "rf-1",
                        "the study is not as the project ships it")
                .doesNotContainIgnoringCase("shipped studies");
        assertThat(folder.resolve("index.html"))
                .content()
                .contains("href=\"./a%20b/one/some.card\"", "the study is not as the project ships it", "rf-1")
                .contains("&lt;b&gt;second&lt;/b&gt;")
                .doesNotContain("<b>second", "http://", "src=", "<script");
    }

    @Test
    void a_study_that_is_none_of_those_here_is_free_whatever_its_card_says() throws IOException {
        OfStudy claimed = new OfStudy("referee", "0".repeat(64), true);
        Ended ended = index(write("one", "first", Grade.VALID, "verified", Optional.of(claimed)));

        assertThat(ended.out().replaceAll("\\s+", " ")).contains("the study is none of those of this version of Assay");
    }

    @Test
    void an_unchanged_study_that_is_valid_and_verified_is_comparable_and_first() throws IOException {
        Path free = write("two", "second", Grade.VALID, "partly verified", Optional.of(referee(true)));
        Path comparable = write("one", "first", Grade.VALID, "verified", Optional.of(referee(true)));
        String before = System.setProperty("assay.home", "..");
        Ended ended;
        try {
            ended = index(free, comparable);
        } finally {
            if (before == null) {
                System.clearProperty("assay.home");
            } else {
                System.setProperty("assay.home", before);
            }
        }

        assertThat(ended.out())
                .contains("2 cards: 2 from shipped studies", "not every durability level was verified")
                .containsSubsequence("first", "second")
                .doesNotContainIgnoringCase("others");
    }

    @Test
    void a_card_that_is_refused_is_named_and_no_page_written() throws IOException {
        Path good = write("good", "first", Grade.VALID, "verified", Optional.empty());
        Path bad = Files.writeString(folder.resolve("bad.card"), "{}");
        Ended ended = index(good, bad);

        assertThat(ended.code()).isEqualTo(ExitCode.BAD_INPUT.code());
        assertThat(ended.err().replaceAll("\\s+", " ")).contains("bad.card is refused: ");
        assertThat(folder.resolve("index.html")).doesNotExist();
    }

    @Test
    void a_page_that_is_there_and_what_is_no_card_are_refused() throws IOException {
        Path card = write("one", "first", Grade.VALID, "verified", Optional.empty());
        Ended mixed = index(card, folder);
        Ended none = index(folder);
        Files.writeString(folder.resolve("index.html"), "mine");
        Ended taken = index(card);
        Ended priced = ProgramUnderTest.run("report", card.toString(), "--prices", "prices.yaml");

        for (Ended ended : List.of(mixed, none, taken, priced)) {
            assertThat(ended.code()).as(ended.said()).isEqualTo(ExitCode.BAD_INPUT.code());
        }
        assertThat(mixed.err()).contains("an index is of cards, but not all of these are");
        assertThat(none.err()).contains("--html is for an index of cards");
        assertThat(priced.err()).contains("--prices is for the report of a run");
        assertThat(folder.resolve("index.html")).content().isEqualTo("mine");
    }

    @Test
    void the_projects_own_results_make_an_index() throws IOException {
        Ended ended;
        try (Stream<Path> files = Files.walk(Path.of("../results"))) {
            ended = index(files.filter(CardFile::isOne).sorted().toArray(Path[]::new));
        }

        assertThat(ended.code()).as(ended.said()).isZero();
        assertThat(folder.resolve("index.html")).content().contains("referee.card", "upgrade-kafka.card");
    }
}
