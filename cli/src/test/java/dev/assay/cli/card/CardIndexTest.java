package dev.assay.cli.card;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Reading.Source;
import dev.assay.analysis.reading.Statistic;
import dev.assay.cli.ProgramUnderTest;
import dev.assay.cli.ProgramUnderTest.Ended;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.report.card.Card;
import dev.assay.report.card.Card.MeasuredSystem;
import dev.assay.report.card.Card.OfStudy;
import dev.assay.report.card.Card.Row;
import dev.assay.report.card.CardMaker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CardIndexTest {
    private static final Path STUDY = Path.of("../studies/referee.yaml");

    @TempDir
    Path folder;

    private static Card card(String title, Grade verdict, String verified, Optional<OfStudy> study) {
        return new Card(
                Card.FORMAT,
                "",
                title,
                "2026-11-25",
                "0.1.0",
                Map.of("cpu.model", "a processor"),
                verdict,
                Map.of(verdict.name(), 3),
                Map.of(),
                List.of(new MeasuredSystem("memory 1", "driver 1", "level-1", "kept", verified)),
                DoubleStream.of(1.9e6, 2e6, 2.1e6)
                        .mapToObj(nanos -> Row.of(
                                Reading.exact(Source.of(Statistic.quantile(LatencyMetric.RESPONSE, 99)), nanos, 1_000),
                                "memory",
                                text -> text))
                        .toList(),
                study,
                "",
                List.of(),
                false,
                "");
    }

    private Path write(String where, Card card) throws IOException {
        Path to = folder.resolve(where);
        Files.createDirectories(to);
        return Files.writeString(to.resolve("some.card"), CardFile.text(card));
    }

    private Ended index(Path cards) {
        return ProgramUnderTest.run(
                "report",
                cards.toString(),
                "--index",
                folder.resolve("index.html").toString());
    }

    private static OfStudy referee(boolean unchanged) throws IOException {
        return new OfStudy("referee", CardMaker.sha256(Files.readString(STUDY)), unchanged, Map.of("reproduced", 2));
    }

    @Test
    void cards_of_scenarios_are_free_and_lead_to_their_files() throws IOException {
        write("a b/one", card("first", Grade.VALID, "verified", Optional.empty()));
        write("other", card("<b>second</b>", Grade.INVALID, "not verified", Optional.of(referee(false))));
        Ended ended = index(folder);

        assertThat(ended.code()).as(ended.said()).isZero();
        assertThat(ended.out()).contains("2 cards: 0 comparable, 2 free");
        assertThat(folder.resolve("index.html"))
                .content()
                .contains(
                        "href=\"./a%20b/one/some.card\"",
                        "data-kind=\"free\"", "the study is not as the project ships it")
                .contains("&lt;b&gt;second&lt;/b&gt;", "\\u003cb\\u003esecond")
                .doesNotContain("<b>second", "http://", "src=");
    }

    @Test
    void a_study_that_is_none_of_those_here_is_free_whatever_its_card_says() throws IOException {
        OfStudy claimed = new OfStudy("referee", "0".repeat(64), true, Map.of());
        write("one", card("first", Grade.VALID, "verified", Optional.of(claimed)));
        index(folder);

        assertThat(folder.resolve("index.html"))
                .content()
                .contains("the study is none of those of this version of Assay");
    }

    @Test
    void an_unchanged_study_that_is_valid_and_verified_is_comparable() throws IOException {
        write("one", card("first", Grade.VALID, "verified", Optional.of(referee(true))));
        write("two", card("second", Grade.VALID, "partly verified", Optional.of(referee(true))));
        String before = System.setProperty("assay.home", "..");
        Ended ended;
        try {
            ended = index(folder);
        } finally {
            if (before == null) {
                System.clearProperty("assay.home");
            } else {
                System.setProperty("assay.home", before);
            }
        }

        assertThat(ended.out()).contains("2 cards: 1 comparable, 1 free");
        assertThat(folder.resolve("index.html"))
                .content()
                .contains("data-kind=\"comparable\"", "not every durability level was verified");
    }

    @Test
    void a_card_that_was_edited_is_refused_and_named() throws IOException {
        write("good", card("first", Grade.VALID, "verified", Optional.empty()));
        Path edited = write("bad", card("second", Grade.INVALID, "verified", Optional.empty()));
        Files.writeString(edited, Files.readString(edited).replace("INVALID", "VALID"));
        Ended ended = index(folder);

        assertThat(ended.code()).isEqualTo(ExitCode.BAD_INPUT.code());
        assertThat(ended.err().replaceAll("\\s+", " "))
                .contains("bad/some.card is refused: it was changed after it was made");
        assertThat(folder.resolve("index.html")).doesNotExist();
    }

    @Test
    void a_folder_without_cards_and_a_page_that_is_there_are_refused() throws IOException {
        Ended none = index(folder);
        write("one", card("first", Grade.VALID, "verified", Optional.empty()));
        Files.writeString(folder.resolve("index.html"), "mine");
        Ended taken = index(folder);
        Ended nowhere = index(folder.resolve("nowhere"));

        for (Ended ended : List.of(none, taken, nowhere)) {
            assertThat(ended.code()).as(ended.said()).isEqualTo(ExitCode.BAD_INPUT.code());
        }
        assertThat(none.err()).contains("there is no card (NAME.card)");
        assertThat(folder.resolve("index.html")).content().isEqualTo("mine");
    }

    /** Whoever changes a study, or what an index says, makes the index of the project's own results anew: {@code ./assay report results --index results/index.html}. */
    @Test
    void the_index_of_the_projects_own_results_is_the_present_one() throws IOException {
        Path results = Path.of("../results");
        try (Stream<Path> files = Files.walk(results)) {
            for (Path card : files.filter(CardFile::isOne).toList()) {
                Path copy = folder.resolve(results.relativize(card));
                Files.createDirectories(copy.getParent());
                Files.copy(card, copy);
            }
        }
        Ended ended = index(folder);

        assertThat(ended.code()).as(ended.said()).isZero();
        assertThat(folder.resolve("index.html")).hasSameTextualContentAs(results.resolve("index.html"));
    }
}
