package dev.assay.report.card;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Reading.Outcome;
import dev.assay.analysis.reading.Reading.Source;
import dev.assay.analysis.reading.Statistic;
import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.report.card.Card.Facts;
import dev.assay.report.card.Card.MeasuredSystem;
import dev.assay.report.card.Card.RunFacts;
import dev.assay.report.card.Reproduction.Answer;
import dev.assay.report.card.Reproduction.Word;
import dev.assay.report.view.MarkdownRenderer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReproductionTest {
    private static final double THRESHOLD = 0.25;
    private static final String P50 = "response.p50";
    private static final String P99 = "response.p99";
    private static final String TAIL = "end-to-end.p99";
    private static final List<Double> STEADY = List.of(1.00e6, 1.01e6, 0.99e6, 1.00e6, 1.02e6);
    private static final List<Double> TWICE = List.of(2.00e6, 2.02e6, 1.98e6, 2.00e6, 2.04e6);

    private static List<Reading> figure(String system, String statistic, List<Double> values) {
        return figure(system, system, statistic, values);
    }

    private static List<Reading> figure(String point, String system, String statistic, List<Double> values) {
        Statistic of =
                statistic.equals("achieved") ? Statistic.ACHIEVED : Statistic.of(LatencyStatistic.parse(statistic));
        return IntStream.range(0, values.size())
                .mapToObj(i -> Reading.exact(source(point, system, i + 1, of), values.get(i), 1_000))
                .toList();
    }

    private static Source source(String point, String system, int block, Statistic statistic) {
        return new Source(block + "-t", point, block, system, "measure", "", statistic);
    }

    /** Returns values that do not count, of trials after the first. */
    private static List<Reading> leftOut(String system, String why, int from, int to) {
        return IntStream.rangeClosed(from, to)
                .mapToObj(block ->
                        Reading.without(source(system, system, block, Statistic.ACHIEVED), Outcome.LEFT_OUT, why))
                .toList();
    }

    @SafeVarargs
    private static Card side(String processor, String version, List<Reading>... figures) {
        RunFacts run = new RunFacts(
                "2026-11-25",
                "0.1.0",
                processor.isEmpty()
                        ? Map.of("memory.total", "8001 MiB", "kernel", "6.1")
                        : Map.of("cpu.model", processor, "memory.total", "8001 MiB", "kernel", "6.1"),
                Grade.VALID,
                Map.of("VALID", 5),
                Map.of(),
                List.of(new MeasuredSystem("kafka " + version, "client 1", "level-1", "kept", "verified")),
                Map.of());
        Lock lock = new Lock(
                Lock.FORMAT,
                "0.1.0",
                Optional.of(1L),
                Map.of(),
                List.of(),
                List.of(),
                Optional.of(1),
                false,
                List.of(),
                false,
                Map.of("kafka", Map.of("producer", Map.of("acks", version.equals("4") ? "all" : "1"))),
                Map.of());
        List<Reading> rows = new ArrayList<>();
        for (List<Reading> figure : figures) {
            rows.addAll(figure);
        }
        return new Card(
                "",
                new Facts(Card.FORMAT, "a scenario", Optional.empty(), List.of(), false, List.of(run)),
                "",
                lock,
                List.of(rows));
    }

    @Test
    void aCardWithoutAValueSaysSoInPlaceOfAnEmptyTable() {
        Card card = side("", "4");

        assertThat(CardView.markdown(card))
                .contains("No figures: no trial has a value that counts or could be shown.")
                .doesNotContain("Statistic");
    }

    private static Card together(List<Card> runs) {
        Card first = runs.getFirst();
        Facts facts = new Facts(
                Card.FORMAT,
                "a scenario",
                Optional.empty(),
                List.of(),
                false,
                runs.stream().map(run -> run.facts().runs().getFirst()).toList());
        return new Card(
                "",
                facts,
                "",
                first.lock(),
                runs.stream().map(run -> run.rows().getFirst()).toList());
    }

    /** Returns that many runs, which differ by a millionth each. */
    private static Card runs(Card run, int runs) {
        return together(IntStream.range(0, runs)
                .mapToObj(i -> new Card(
                        "",
                        run.facts(),
                        "",
                        run.lock(),
                        List.of(run.rows().getFirst().stream()
                                .map(row -> new Reading(
                                        row.source(),
                                        row.value() * (1 + i * 1e-6),
                                        row.low() * (1 + i * 1e-6),
                                        row.high() * (1 + i * 1e-6),
                                        row.n() + i,
                                        row.quality(),
                                        row.outcome(),
                                        true,
                                        row.why()))
                                .toList())))
                .toList());
    }

    private static Reproduction judged(Card found, Card here, int runs, String... offered) {
        return Reproduction.of(List.of(runs(found, runs)), runs(here, runs), Set.of(offered), THRESHOLD);
    }

    private static Answer only(Card found, Card here) {
        Reproduction reproduction = judged(found, here, 3);
        assertThat(reproduction.answers()).hasSize(1);
        return reproduction.answers().getFirst();
    }

    private static Card run(double p50, double p99, double tail) {
        return side(
                "a",
                "4",
                figure("kafka", P50, List.of(p50)),
                figure("kafka", P99, List.of(p99)),
                figure("kafka", TAIL, List.of(tail)),
                figure("pulsar", P50, STEADY));
    }

    @Test
    void each_word_is_earned_by_its_values() {
        List<Card> found = List.of(run(1.00e6, 1.00e6, 1e6), run(1.01e6, 1.01e6, 4e6), run(0.99e6, 0.99e6, 2e6));
        List<Card> here = List.of(run(1.01e6, 2.02e6, 2e6), run(1.00e6, 2.00e6, 1e6), run(0.99e6, 1.98e6, 3e6));
        Reproduction reproduction = Reproduction.of(found, together(here), Set.of(), THRESHOLD);

        assertThat(reproduction.answers())
                .extracting(Answer::word)
                .containsExactly(Word.REPRODUCED, Word.CONTRADICTED, Word.UNDECIDED, Word.NOT_COMPARABLE);
        assertThat(reproduction.answers())
                .extracting(Answer::why)
                .containsExactly(
                        "equal to within 25 %",
                        "greater here, by 25 % or more",
                        "whether it is equal to within 25 % is not known",
                        "pulsar was not measured here");
        Answer twice = reproduction.answers().get(1);
        assertThat(twice.ratio().orElseThrow().centre()).isBetween(1.95, 2.05);
        assertThat(twice.ratio().orElseThrow().low()).isGreaterThan(1.25);
        assertThat(twice.published()).contains(1e6);
        assertThat(twice.rerun()).contains(2e6);
        assertThat(reproduction.differences()).isEmpty();
        assertThat(MarkdownRenderer.render(ReproductionView.blocks("a scenario", reproduction)))
                .contains("a scenario: 1 reproduced, 1 contradicted, 1 undecided, 1 not comparable")
                .contains("contradicted: greater here, by 25 % or more");
    }

    /** The values are twice as large as on the card, but so few runs may differ that much by themselves. */
    @ParameterizedTest
    @CsvSource({"1, 1", "2, 1", "1, 2", "2, 2"})
    void one_or_two_runs_a_side_have_ratios_and_no_word(int onCard, int now) {
        Card found = side("a", "4", figure("kafka", P50, STEADY), figure("kafka", P99, STEADY));
        Card here = side("a", "4", figure("kafka", P50, STEADY), figure("kafka", P99, TWICE));
        Reproduction reproduction = Reproduction.of(List.of(runs(found, onCard)), runs(here, now), Set.of(), THRESHOLD);

        assertThat(reproduction.answers()).extracting(Answer::word).containsOnly(Word.UNDECIDED);
        assertThat(reproduction.answers())
                .extracting(Answer::why)
                .containsOnly("in these runs; how far runs differ by themselves is not known");
        assertThat(reproduction.answers().getLast().ratio().orElseThrow().low()).isGreaterThan(1.9);
        assertThat(reproduction.answers().getLast().publishedN()).isEqualTo(5 * onCard);
        assertThat(reproduction.answers().getLast().rerunN()).isEqualTo(5 * now);
    }

    /** Such a rate is the same by construction, however slow the system is, as long as it keeps up. */
    @Test
    void a_rate_that_was_fixed_and_sustained_is_not_judged() {
        Card side = side("a", "4", figure("kafka", "achieved", STEADY), figure("kafka", P50, STEADY));

        assertThat(judged(side, side, 3, "kafka achieved").answers())
                .extracting(Answer::word)
                .containsExactly(Word.OFFERED, Word.REPRODUCED);
        assertThat(judged(side, side, 3).answers().getFirst().word()).isEqualTo(Word.REPRODUCED);
        assertThat(judged(side, side("a", "4", figure("kafka", P50, STEADY)), 3, "kafka achieved")
                        .answers()
                        .getFirst()
                        .why())
                .isEqualTo("no value of it counts here");
    }

    @Test
    void a_difference_on_another_machine_contradicts_nothing_and_equal_values_there_are_reproduced() {
        Card found = side("a", "4", figure("kafka", P99, STEADY));
        Answer twice = only(found, side("b", "4", figure("kafka", P99, TWICE)));
        Answer equal = only(found, side("b", "4", figure("kafka", P99, STEADY)));

        assertThat(twice.word()).isEqualTo(Word.NOT_COMPARABLE);
        assertThat(twice.why()).isEqualTo("greater here, by 25 % or more, but on another machine, which may be all");
        assertThat(twice.ratio()).isPresent();
        assertThat(equal.word()).isEqualTo(Word.REPRODUCED);
        assertThat(equal.why()).isEqualTo("equal to within 25 %, on another machine");
        assertThat(judged(found, side("b", "4", figure("kafka", P99, STEADY)), 1)
                        .differences())
                .containsExactly("cpu.model: a on the card, b here");
    }

    @Test
    void machines_of_which_the_processor_is_not_known_need_not_be_the_same() {
        Card found = side("", "4", figure("kafka", P99, STEADY));
        Card here = side("", "4", figure("kafka", P99, TWICE));

        assertThat(only(found, here).word()).isEqualTo(Word.NOT_COMPARABLE);
        assertThat(only(found, here).why()).endsWith("but on what may be another machine, which may be all");
        assertThat(judged(found, here, 1).differences()).containsExactly("cpu.model: not known on the card and here");
    }

    /** The beginning of a point's label may be masked: a machine of the run was called kafka-acks. */
    @Test
    void the_system_of_a_point_is_that_of_its_rows() {
        Card side = side("a", "4", figure("********=1", "kafka", P99, STEADY), figure("kafka", "pulsar", P99, STEADY));

        assertThat(judged(side, side, 3).answers())
                .extracting(Answer::word)
                .containsExactly(Word.REPRODUCED, Word.NOT_COMPARABLE);
        assertThat(judged(side, side, 3).answers().getLast().why()).isEqualTo("pulsar was not measured here");
    }

    /** Of three cards with a run each, the first is of this machine and the others are not. */
    @Test
    void the_machines_of_all_cards_count() {
        Card twice = side("a", "4", figure("kafka", P99, TWICE));
        List<Card> found = IntStream.range(0, 3)
                .mapToObj(i -> side(i == 0 ? "a" : "b", "4", figure("kafka", P99, STEADY.subList(i, i + 3))))
                .toList();
        Reproduction reproduction = Reproduction.of(found, twice, Set.of(), THRESHOLD);

        assertThat(reproduction.answers()).extracting(Answer::word).containsExactly(Word.NOT_COMPARABLE);
        assertThat(reproduction.differences()).containsExactly("cpu.model: a or b on the card, a here");
    }

    /** Cards describe only the machine on which a run was started. */
    @Test
    void a_difference_of_machines_that_no_card_describes_contradicts_nothing() {
        Card found = side("a", "4", figure("kafka", P99, STEADY));
        Card here = side("a", "4", figure("kafka", P99, TWICE));

        assertThat(only(found, here).word()).isEqualTo(Word.CONTRADICTED);
        assertNotComparable(found, elsewhere(here, true, false), "workers ran on other machines: here only");
        assertNotComparable(elsewhere(found, true, false), here, "workers ran on other machines: on the card only");
        assertNotComparable(
                elsewhere(found, false, true),
                elsewhere(here, false, true),
                "servers were not started by Assay on that machine: on the card and here");
    }

    private static void assertNotComparable(Card found, Card here, String why) {
        Reproduction reproduction = judged(found, here, 3);
        assertThat(reproduction.answers()).singleElement().satisfies(answer -> {
            assertThat(answer.word()).isEqualTo(Word.NOT_COMPARABLE);
            assertThat(answer.why()).contains("but on what may be another machine");
        });
        assertThat(reproduction.differences()).containsExactly(why);
    }

    private static Card elsewhere(Card card, boolean workers, boolean servers) {
        Lock lock = card.lock();
        return new Card(
                "",
                card.facts(),
                "",
                new Lock(
                        lock.lock(),
                        lock.assay(),
                        lock.seed(),
                        lock.artifacts(),
                        lock.unpinned(),
                        lock.workerJvm(),
                        lock.workers(),
                        workers,
                        lock.systems(),
                        servers,
                        lock.settings(),
                        lock.differing()),
                card.rows());
    }

    @Test
    void another_version_is_not_compared_and_settings_that_differ_are_told() {
        Card found = side("a", "3", figure("kafka", P99, STEADY));
        Card here = side("a", "4", figure("kafka", P99, STEADY));
        Answer answer = only(found, here);

        assertThat(answer.word()).isEqualTo(Word.NOT_COMPARABLE);
        assertThat(answer.why())
                .contains("here kafka 4 (client 1) at level-1 (replicated and synced), on the card kafka 3");
        assertThat(judged(found, here, 1).differences())
                .containsExactly("kafka, producer acks: 1 on the card, all here");
    }

    @Test
    void few_values_decide_nothing_and_say_so() {
        Card found = side("a", "4", figure("kafka", P99, STEADY));
        Card two = side("a", "4", figure("kafka", P99, TWICE.subList(0, 2)));
        Card none = side("a", "4", leftOut("kafka", "disturbed by other work on the machine", 1, 5));
        Card half = side("a", "4", figure("kafka", P99, TWICE), leftOut("kafka", "disturbed", 6, 10));

        assertThat(few(found, two, 1)).isEqualTo("an interval takes 3 values on each side");
        assertThat(few(found, none, 1))
                .isEqualTo("no value of it counts here: 5 disturbed by other work on the machine");
        assertThat(few(found, side("a", "4", leftOut("pulsar", "disturbed", 1, 5)), 1))
                .as("values of other points are not left out here")
                .isEqualTo("no value of it counts here");
        assertThat(few(found, half, 1)).isEqualTo("only 5 of 10 trials count here, and 80 % are needed");
        assertThat(few(found, half, 3)).startsWith("no value of it counts here");
        assertThat(few(half, found, 3)).isEqualTo("only 0 of 3 runs count on the card, and 80 % are needed");
    }

    /** Three runs on the card show how far runs differ, so that one run here is enough for a word where it differs by far more. */
    @Test
    void a_card_of_several_runs_judges_one() {
        List<Card> found = List.of(run(1.00e6, 1.00e6, 1e6), run(1.01e6, 1.01e6, 4e6), run(0.99e6, 0.99e6, 2e6));
        Reproduction one = Reproduction.of(List.of(together(found)), run(1.01e6, 2.02e6, 2e6), Set.of(), THRESHOLD);
        Reproduction two =
                Reproduction.of(List.of(together(found.subList(0, 2))), run(1.01e6, 2.02e6, 2e6), Set.of(), THRESHOLD);

        assertThat(one.answers())
                .extracting(Answer::word)
                .containsExactly(Word.REPRODUCED, Word.CONTRADICTED, Word.UNDECIDED, Word.NOT_COMPARABLE);
        assertThat(one.answers().getFirst().publishedN()).isEqualTo(3);
        assertThat(one.answers().getFirst().rerunN()).isEqualTo(1);
        assertThat(two.answers()).extracting(Answer::word).containsOnly(Word.UNDECIDED, Word.NOT_COMPARABLE);
        assertThat(MarkdownRenderer.render(ReproductionView.blocks("a scenario", one)))
                .contains("A side of fewer than three runs is taken to scatter as the other does.");
    }

    private static String few(Card found, Card here, int runs) {
        Answer answer = judged(found, here, runs).answers().getFirst();
        assertThat(answer.word()).isEqualTo(Word.UNDECIDED);
        return answer.why();
    }
}
