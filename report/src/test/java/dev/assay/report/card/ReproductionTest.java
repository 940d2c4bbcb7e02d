package dev.assay.report.card;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.comparison.MeasuredPoint;
import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Reading.Outcome;
import dev.assay.analysis.reading.Reading.Source;
import dev.assay.analysis.reading.Statistic;
import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.report.card.Card.MeasuredSystem;
import dev.assay.report.card.Card.Row;
import dev.assay.report.card.Reproduction.Answer;
import dev.assay.report.card.Reproduction.Here;
import dev.assay.report.card.Reproduction.Side;
import dev.assay.report.card.Reproduction.Word;
import dev.assay.report.view.MarkdownRenderer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReproductionTest {
    private static final double THRESHOLD = 0.25;
    private static final String P50 = "response.p50";
    private static final String P99 = "response.p99";
    private static final String TAIL = "end-to-end.p99";
    private static final List<Double> STEADY = List.of(1.00e6, 1.01e6, 0.99e6, 1.00e6, 1.02e6);
    private static final List<Double> TWICE = List.of(2.00e6, 2.02e6, 1.98e6, 2.00e6, 2.04e6);

    private static List<Row> figure(String point, String statistic, List<Double> values) {
        Statistic of =
                statistic.equals("achieved") ? Statistic.ACHIEVED : Statistic.of(LatencyStatistic.parse(statistic));
        return values.stream()
                .map(value -> row(point, Reading.exact(Source.of(of), value, 1_000)))
                .toList();
    }

    private static Row row(String point, Reading reading) {
        return Row.of(reading, point, text -> text);
    }

    private static List<Row> valid(String point, int trials) {
        return List.of(row(point, Reading.exact(Source.of(MeasuredPoint.VALID), 100, trials)));
    }

    /** What does not count, of trials that have nothing else. */
    private static List<Row> leftOut(String point, String why, int trials) {
        return IntStream.rangeClosed(1, trials)
                .mapToObj(block -> row(
                        point,
                        Reading.without(
                                new Source(block + "-t", point, block, "measure", "", Statistic.ACHIEVED),
                                Outcome.LEFT_OUT,
                                why)))
                .toList();
    }

    @SafeVarargs
    private static Side side(String processor, String version, List<Row>... figures) {
        List<Row> rows = new ArrayList<>();
        for (List<Row> figure : figures) {
            rows.addAll(figure);
        }
        Card card = new Card(
                Card.FORMAT,
                "",
                "a scenario",
                "2026-11-25",
                "0.1.0",
                Map.of("cpu.model", processor, "memory.total", "8001 MiB", "kernel", "6.1"),
                Grade.VALID,
                Map.of("VALID", 5),
                Map.of(),
                List.of(new MeasuredSystem("kafka " + version, "client 1", "level-1", "kept", "verified")),
                rows,
                Optional.empty(),
                "",
                List.of(),
                false,
                "");
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
        return new Side(card, lock);
    }

    /** Of as many runs on both sides, all alike. */
    private static Reproduction judged(Side found, Side here, int runs, String... offered) {
        return Reproduction.of(
                Collections.nCopies(runs, found),
                new Here(Collections.nCopies(runs, here), Set.of(offered)),
                THRESHOLD);
    }

    private static Answer only(Side found, Side here) {
        Reproduction reproduction = judged(found, here, 3);
        assertThat(reproduction.answers()).hasSize(1);
        return reproduction.answers().getFirst();
    }

    private static Side run(double p50, double p99, double tail) {
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
        List<Side> found = List.of(run(1.00e6, 1.00e6, 1e6), run(1.01e6, 1.01e6, 4e6), run(0.99e6, 0.99e6, 2e6));
        List<Side> here = List.of(run(1.01e6, 2.02e6, 2e6), run(1.00e6, 2.00e6, 1e6), run(0.99e6, 1.98e6, 3e6));
        Reproduction reproduction = Reproduction.of(found, new Here(here, Set.of()), THRESHOLD);

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
        assertThat(twice.found()).contains(1e6);
        assertThat(twice.here()).contains(2e6);
        assertThat(reproduction.differences()).isEmpty();
        assertThat(MarkdownRenderer.render(ReproductionView.blocks("a scenario", reproduction)))
                .contains("a scenario: 1 reproduced, 1 contradicted, 1 undecided, 1 not comparable")
                .contains("contradicted: greater here, by 25 % or more");
    }

    /** Five trials that are twice as large as five of a card: it may be the runs that differ. */
    @Test
    void one_run_a_side_has_ratios_and_no_word() {
        Reproduction reproduction = judged(
                side("a", "4", figure("kafka", P50, STEADY), figure("kafka", P99, STEADY)),
                side("a", "4", figure("kafka", P50, STEADY), figure("kafka", P99, TWICE)),
                2);

        assertThat(reproduction.answers()).extracting(Answer::word).containsOnly(Word.UNDECIDED);
        assertThat(reproduction.answers())
                .extracting(Answer::why)
                .containsOnly("in these runs; how far runs differ by themselves is not known");
        assertThat(reproduction.answers().getLast().ratio().orElseThrow().low()).isGreaterThan(1.9);
        assertThat(reproduction.answers().getLast().hereN()).isEqualTo(10);
    }

    /** It is reproduced by construction, however slow a system is that keeps up. */
    @Test
    void a_rate_that_was_fixed_and_sustained_is_not_judged() {
        Side side = side("a", "4", figure("kafka", "achieved", STEADY), figure("kafka", P50, STEADY));

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
        Side found = side("a", "4", figure("kafka", P99, STEADY));
        Answer twice = only(found, side("b", "4", figure("kafka", P99, TWICE)));
        Answer equal = only(found, side("b", "4", figure("kafka", P99, STEADY)));

        assertThat(twice.word()).isEqualTo(Word.NOT_COMPARABLE);
        assertThat(twice.why()).contains("but the machine is another");
        assertThat(twice.ratio()).isPresent();
        assertThat(equal.word()).isEqualTo(Word.REPRODUCED);
        assertThat(equal.why()).isEqualTo("equal to within 25 %, on another machine");
        assertThat(judged(found, side("b", "4", figure("kafka", P99, STEADY)), 1)
                        .differences())
                .containsExactly("cpu.model: a on the card, b here");
    }

    @Test
    void another_version_is_not_compared_and_settings_that_differ_are_told() {
        Side found = side("a", "3", figure("kafka", P99, STEADY));
        Side here = side("a", "4", figure("kafka", P99, STEADY));
        Answer answer = only(found, here);

        assertThat(answer.word()).isEqualTo(Word.NOT_COMPARABLE);
        assertThat(answer.why()).contains("here kafka 4 (client 1) at level-1, on the card kafka 3");
        assertThat(judged(found, here, 1).differences())
                .containsExactly("kafka, producer acks: 1 on the card, all here");
    }

    @Test
    void few_values_decide_nothing_and_say_so() {
        Side found = side("a", "4", figure("kafka", P99, STEADY), valid("kafka", 5));
        Side two = side("a", "4", figure("kafka", P99, TWICE.subList(0, 2)), valid("kafka", 2));
        Side none = side("a", "4", leftOut("kafka", "disturbed by other work on the machine", 5));
        Side half = side("a", "4", figure("kafka", P99, TWICE), valid("kafka", 10));

        assertThat(few(found, two, 1)).isEqualTo("an interval takes 3 values on each side");
        assertThat(few(found, none, 1))
                .isEqualTo("no value of it counts here: 5 disturbed by other work on the machine");
        assertThat(few(found, half, 1)).isEqualTo("only 5 of 10 trials count here, and 80 % are needed");
        assertThat(few(found, half, 3)).isEqualTo("no value of it counts here");
    }

    private static String few(Side found, Side here, int runs) {
        Answer answer = judged(found, here, runs).answers().getFirst();
        assertThat(answer.word()).isEqualTo(Word.UNDECIDED);
        return answer.why();
    }

    /** Whoever edits a card can compute its digest. */
    @Test
    void what_is_no_measurement_does_not_count() {
        List<Double> wrong = List.of(0.0, -1.0, Double.POSITIVE_INFINITY, Double.NaN, 1e6);
        Answer answer = judged(
                        side("a", "4", figure("kafka", P99, wrong)), side("a", "4", figure("kafka", P99, STEADY)), 1)
                .answers()
                .getFirst();

        assertThat(answer.word()).isEqualTo(Word.UNDECIDED);
        assertThat(answer.foundN()).isEqualTo(1);
    }
}
