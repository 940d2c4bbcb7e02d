package dev.assay.analysis.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.analysis.claim.CellReadings.Findings;
import dev.assay.analysis.claim.CellReadings.Servers;
import dev.assay.analysis.comparison.RatioEstimate;
import dev.assay.analysis.reading.Reading;
import dev.assay.model.study.Outcome;
import dev.assay.model.study.Untestable;
import dev.assay.scenario.claim.Claim;
import dev.assay.scenario.claim.ClaimCondition;
import dev.assay.scenario.claim.ClaimCondition.In;
import dev.assay.scenario.claim.ClaimCondition.Is;
import dev.assay.scenario.claim.ClaimCondition.Published;
import dev.assay.scenario.claim.ClaimCondition.Size;
import dev.assay.scenario.claim.Confounder;
import dev.assay.scenario.claim.RatioRange;
import dev.assay.scenario.claim.Statement;
import dev.assay.scenario.claim.Statement.AtLimit;
import dev.assay.scenario.claim.Statement.Operand;
import dev.assay.scenario.claim.Statement.Phases;
import dev.assay.scenario.claim.Statement.Ratio;
import dev.assay.scenario.claim.Statement.Reached;
import dev.assay.scenario.claim.Statement.Reason;
import dev.assay.scenario.claim.Statement.Same;
import dev.assay.scenario.claim.Statement.State;
import dev.assay.scenario.claim.Statement.Tail;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ClaimJudgeTest {
    private static final String P99 = "service.p99";

    private final Map<String, CellResults> cells = new TreeMap<>();

    private static CellReadings trial(int block, Map<String, Double> values, String... reasons) {
        return trial(block, Set.of(), false, Set.of(reasons), values);
    }

    private static CellReadings limited(int block, String limit, Untestable... obstacle) {
        return ClaimRows.trial(
                block,
                Findings.NOTHING,
                ClaimRows.of(Map.of(P99, 1.0)),
                Optional.of(limit),
                new Servers(false, Stream.of(obstacle).findFirst()),
                Map.of());
    }

    private static CellReadings notKnown(int block, double sample, String code) {
        return notKnown(block, sample, code, Map.of());
    }

    private static CellReadings notKnown(int block, double sample, String code, Map<String, Double> moves) {
        return ClaimRows.trial(
                block,
                ClaimRows.notKnown(code),
                ClaimRows.of(Map.of(P99, sample, "service.p50", sample, "measure/send-to-receive.mean", sample)),
                Optional.of("none"),
                new Servers(false, Optional.empty()),
                moves);
    }

    private static CellReadings invalid(int block, boolean overload, double sample, String reason) {
        return trial(block, Set.of(reason), overload, Set.of(reason), Map.of(P99, sample));
    }

    private static CellReadings trial(
            int block, Set<String> invalid, boolean overload, Set<String> reasons, Map<String, Double> values) {
        return ClaimRows.trial(block, new Findings(invalid, overload, reasons, Set.of()), values);
    }

    private static CellReadings disturbedIn(int block, String phase) {
        return trial(block, Map.of("late/" + P99, 9.0, "early/" + P99, 1.0), "rate-missed", phase + "/rate-missed");
    }

    private static CellReadings disturbed(int block) {
        return trial(block, Map.of("late/" + P99, 9.0, "early/" + P99, 1.0), "unsent");
    }

    private ClaimJudgeTest with(String cell, CellReadings... trials) {
        cells.put(cell, CellResults.of(List.of(trials)));
        return this;
    }

    /** Adds a cell with one trial per block, of these values. */
    private ClaimJudgeTest blocks(String cell, String statistic, double... values) {
        List<CellReadings> trials = new ArrayList<>();
        for (double sample : values) {
            trials.add(trial(trials.size() + 1, Map.of(statistic, sample)));
        }
        return with(cell, trials.toArray(CellReadings[]::new));
    }

    private static Claim claim(Untestable[] lookOutFor, ClaimCondition... conditions) {
        return new Claim(
                "made-up",
                "it is so",
                "",
                Stream.of(conditions).map(List::of).toList(),
                List.of(),
                Optional.empty(),
                Set.of(),
                Set.of(lookOutFor),
                Claim.Needs.NONE,
                "");
    }

    private static ClaimCondition condition(Statement statement, ClaimCondition.Expected expected) {
        return new ClaimCondition(statement, Optional.of(expected), Optional.empty(), Set.of());
    }

    private static Ratio ratio() {
        return new Ratio(new Operand("t/a", null), new Operand("t/b", null), P99);
    }

    private static ClaimCondition above(double min) {
        return condition(ratio(), new In(RatioRange.above(min)));
    }

    private ClaimJudgement judge(Claim claim) {
        return new ClaimJudge(
                        List.copyOf(cells.keySet()), (cell, _) -> cells.getOrDefault(cell, CellResults.of(List.of())))
                .judge(claim);
    }

    private Outcome outcome(ClaimCondition... conditions) {
        return judge(claim(new Untestable[0], conditions)).outcome();
    }

    private static double[] times(double[] values, double factor) {
        return Arrays.stream(values).map(sample -> sample * factor).toArray();
    }

    @ParameterizedTest
    @CsvSource({
        "above, 2, 2.1, REPRODUCED",
        "above, 2, 1.9, SMALLER",
        "above, 2, 1, CONTRADICTED",
        "above, 2, 0.9, CONTRADICTED",
        "above, 2, 2, INCONCLUSIVE",
        "below, 2, 0.4, REPRODUCED",
        "below, 2, 0.6, SMALLER",
        "below, 2, 1, CONTRADICTED",
        "below, 2, 1.1, CONTRADICTED",
        "below, 2, 0.5, INCONCLUSIVE",
        "within, 1.25, 1.2, REPRODUCED",
        "within, 1.25, 1.3, CONTRADICTED",
        "within, 1.25, 0.7, CONTRADICTED",
        "within, 1.25, 1.25, INCONCLUSIVE"
    })
    void ratiosLieBeyondTheirBoundOrOnItsOtherSide(String side, double factor, double ratio, Outcome outcome) {
        double[] moods = {1, 3, 2};
        blocks("t/a", P99, times(moods, ratio)).blocks("t/b", P99, moods);
        Statement statement =
                side.equals("within") ? new Same(new Operand("t/a", null), new Operand("t/b", null), P99) : ratio();
        RatioRange range = switch (side) {
            case "above" -> RatioRange.above(factor);
            case "below" -> RatioRange.below(1 / factor);
            default -> RatioRange.within(factor);
        };

        assertThat(outcome(condition(statement, new In(range)))).isEqualTo(outcome);
        cells.remove("t/b");
        assertThat(outcome(condition(statement, new In(range)))).isEqualTo(Outcome.NOT_TESTABLE);
    }

    @ParameterizedTest
    @CsvSource({
        "service.p99, drift-not-known, INCONCLUSIVE",
        "service.p99, p99-drift-not-known, INCONCLUSIVE",
        "service.p50, steady-not-known, INCONCLUSIVE",
        "service.p50, p99-drift-not-known, REPRODUCED",
        "service.p50, began-behind, REPRODUCED"
    })
    void nothingIsDecidedByWhatIsNotKnownToHaveStayed(String statistic, String code, Outcome outcome) {
        with("t/a", notKnown(1, 5, code), notKnown(2, 5, "none"), notKnown(3, 5, "none"), notKnown(4, 5, "none"));
        with("t/b", notKnown(1, 1, "none"), notKnown(2, 1, "none"), notKnown(3, 1, "none"), notKnown(4, 1, "none"));
        ClaimCondition condition = condition(
                new Ratio(new Operand("t/a", null), new Operand("t/b", null), statistic), new In(RatioRange.above(2)));
        assertThat(outcome(condition)).isEqualTo(outcome);
        if (outcome == Outcome.INCONCLUSIVE) {
            assertThat(judge(claim(new Untestable[0], condition))
                            .conditions()
                            .getFirst()
                            .getFirst()
                            .why())
                    .isEqualTo(
                            "it is known for only 3 of 4 blocks how far they drifted while they were measured, which is too few");
        }
    }

    /**
     * The ratio is five where two is claimed: if one side had fallen by a further 30 % while the other rose by as much, it would still
     * hold; with 60 % it would not.
     */
    @ParameterizedTest
    @CsvSource({
        "service.p50, response p50, 0.7, 1.3, REPRODUCED",
        "service.p50, response p50, 0.4, 1, INCONCLUSIVE",
        "service.p50, response p50, 1, 2.5, INCONCLUSIVE",
        "service.p50, response p50, 3, 1, REPRODUCED",
        "service.p50, response p99, 0.7, 1.3, INCONCLUSIVE",
        "service.p50, end-to-end p50, 0.7, 1.3, INCONCLUSIVE",
        "service.p99, response p99, 0.7, 1.3, REPRODUCED",
        "measure/send-to-receive.mean, measure/end-to-end p50, 0.7, 1.3, REPRODUCED"
    })
    void aClaimIsDecidedWhereItHoldsAsWellHadValuesMovedOn(
            String statistic, String series, double ofFirst, double ofSecond, Outcome outcome) {
        moving("t/a", 5, series, ofFirst);
        moving("t/b", 1, series, ofSecond);
        ClaimCondition condition = condition(
                new Ratio(new Operand("t/a", null), new Operand("t/b", null), statistic), new In(RatioRange.above(2)));

        assertThat(outcome(condition)).isEqualTo(outcome);
        ConditionJudgement judged = judge(claim(new Untestable[0], condition))
                .conditions()
                .getFirst()
                .getFirst();
        assertThat(judged.interval().orElseThrow().high()).isCloseTo(5, within(1e-9));
        if (ofFirst == 0.7 && outcome == Outcome.REPRODUCED) {
            assertThat(judged.why())
                    .isEqualTo(
                            "0 of 4 blocks are known not to have drifted while they were measured; had the others drifted on as far again, it would be 2.69 (2.69 to 2.69)");
        }
    }

    @Test
    void whatWasLeftOutAndWhatMovedAreBothSaid() {
        moving("t/a", 5, "response p50", 1);
        with("t/b", notKnown(1, 1, "none"), notKnown(2, 1, "none"), notKnown(3, 1, "none"));
        ClaimCondition condition = condition(
                new Ratio(new Operand("t/a", null), new Operand("t/b", null), "service.p50"),
                new In(RatioRange.above(2)));

        assertThat(judge(claim(new Untestable[0], condition))
                        .conditions()
                        .getFirst()
                        .getFirst()
                        .why())
                .startsWith(
                        "only 3 of 4 blocks count, and 80 % are needed: a cell of the block did not finish; 0 of 3 blocks are known not to have drifted");
    }

    private void moving(String cell, double value, String series, double factor) {
        with(
                cell,
                IntStream.rangeClosed(1, 4)
                        .mapToObj(block -> notKnown(block, value, "drift-not-known", Map.of(series, factor)))
                        .toArray(CellReadings[]::new));
    }

    static Stream<Arguments> tailsAndPhases() {
        return Stream.of(
                Arguments.of(2.5, Outcome.REPRODUCED),
                Arguments.of(1.5, Outcome.SMALLER),
                Arguments.of(0.5, Outcome.CONTRADICTED),
                Arguments.of(2.0, Outcome.INCONCLUSIVE));
    }

    @ParameterizedTest
    @MethodSource("tailsAndPhases")
    void tailsAndPhasesCompareValuesOfOneTrial(double ratio, Outcome outcome) {
        Map<String, Double> values =
                Map.of("s.p99.9", 10 * ratio, "s.p50", 10.0, "late/s.p99", 4 * ratio, "early/s.p99", 4.0);
        with("t/a", trial(1, values), trial(2, values), trial(3, values));
        blocks("t/b", "s.p50", 1, 1, 1);
        ClaimCondition tail = condition(new Tail("t/a", null, "s.p99.9", "s.p50"), new In(RatioRange.above(2)));
        ClaimCondition phases = condition(new Phases("t/a", "late", "early", "s.p99"), new In(RatioRange.above(2)));
        ClaimCondition equal = condition(new Tail("t/a", "t/a", "s.p99.9", "s.p50"), new In(RatioRange.within(1.1)));

        assertThat(outcome(tail)).isEqualTo(outcome);
        assertThat(outcome(phases)).isEqualTo(outcome);
        assertThat(outcome(equal)).isEqualTo(Outcome.REPRODUCED);
        cells.put("t/a", CellResults.refused(Untestable.U4, "no such server here"));
        assertThat(outcome(tail)).isEqualTo(Outcome.NOT_TESTABLE);
        assertThat(outcome(phases)).isEqualTo(Outcome.NOT_TESTABLE);
    }

    @ParameterizedTest
    @CsvSource({
        "5, 5, REPRODUCED",
        "5, 0, CONTRADICTED",
        "5, 4, INCONCLUSIVE",
        "8, 7, REPRODUCED",
        "8, 1, CONTRADICTED",
        "4, 4, INCONCLUSIVE"
    })
    void aStateHasToBeFoundInMoreBlocksThanTheTossOfACoinWouldShow(int blocks, int found, Outcome outcome) {
        ClaimCondition growing = condition(new State("t/a", new Reason(Set.of("not-drained", "unsent"))), new Is(true));
        ClaimCondition not = condition(new State("t/a", new Reason(Set.of("not-drained", "unsent"))), new Is(false));
        with(
                "t/a",
                IntStream.rangeClosed(1, blocks)
                        .mapToObj(block -> block > found
                                ? trial(block, Map.of(), "drift")
                                : trial(block, Map.of(), block % 2 == 0 ? "unsent" : "not-drained"))
                        .toArray(CellReadings[]::new));

        assertThat(outcome(growing)).isEqualTo(outcome);
        assertThat(outcome(not))
                .isEqualTo(
                        outcome == Outcome.REPRODUCED
                                ? Outcome.CONTRADICTED
                                : outcome == Outcome.CONTRADICTED ? Outcome.REPRODUCED : outcome);
        assertThat(judge(claim(new Untestable[0], growing))
                        .conditions()
                        .getFirst()
                        .getFirst()
                        .why())
                .isEqualTo("found in %d of %d blocks".formatted(found, blocks));
        cells.clear();
        assertThat(outcome(growing)).isEqualTo(Outcome.NOT_TESTABLE);
    }

    @Test
    void limitsAndValuesAreStatesToo() {
        ClaimCondition disk = condition(new State("t/a", new AtLimit("disk", null)), new Is(true));
        ClaimCondition journal = condition(new State("t/a", new AtLimit("disk", "journal")), new Is(true));
        ClaimCondition reached = condition(new State("t/b", new Reached("spikes", 0.05, true)), new Is(true));
        ClaimCondition beyond = condition(new State("t/b", new Reached("spikes", 0.05, false)), new Is(true));

        with("t/a", limitedBy("disk"));
        blocks("t/b", "spikes", 0.05, 0.05, 0.05, 0.05, 0.05);

        assertThat(outcome(disk, reached)).isEqualTo(Outcome.REPRODUCED);
        assertThat(outcome(beyond)).isEqualTo(Outcome.CONTRADICTED);
        assertThat(outcome(journal)).as("which disk it was is not known").isEqualTo(Outcome.INCONCLUSIVE);
        with("t/a", limitedBy("harness"));
        assertThat(outcome(disk)).isEqualTo(Outcome.NOT_TESTABLE);
    }

    private static CellReadings[] limitedBy(String limit) {
        return IntStream.rangeClosed(1, 5)
                .mapToObj(block -> limited(block, limit))
                .toArray(CellReadings[]::new);
    }

    /** Student's interval of ln 2, ln 4, ln 8 has the mean ln 4, the deviation ln 2, and the half width 4.3027 ln 2 / sqrt(3). */
    @Test
    void ratiosAreTakenWithinABlockAndOnTheLogScale() {
        blocks("t/a", P99, 20, 400, 8).blocks("t/b", P99, 10, 100, 1);

        ConditionJudgement judged = judge(claim(new Untestable[0], above(2)))
                .conditions()
                .getFirst()
                .getFirst();

        double half = 4.302_652_729_911 * Math.log(2) / Math.sqrt(3);
        assertThat(judged.interval().orElseThrow().centre()).isCloseTo(4, within(1e-9));
        assertThat(judged.interval().orElseThrow().low()).isCloseTo(4 * Math.exp(-half), within(1e-6));
        assertThat(judged.interval().orElseThrow().high()).isCloseTo(4 * Math.exp(half), within(1e-6));
        assertThat(judged.blocks()).isEqualTo(3);
    }

    @Test
    void fromSixBlocksOnTheIntervalIsThatOfSignedRanks() {
        blocks("t/a", P99, 3, 4, 9, 5, 3.5, 16).blocks("t/b", P99, 1, 1, 1, 1, 1, 1);

        ConditionJudgement judged = judge(claim(new Untestable[0], above(2)))
                .conditions()
                .getFirst()
                .getFirst();

        assertThat(judged.interval())
                .contains(RatioEstimate.withinBlocks(List.of(3.0, 4.0, 9.0, 5.0, 3.5, 16.0))
                        .orElseThrow()
                        .interval());
        assertThat(judged.outcome()).contains(Outcome.REPRODUCED);
    }

    /** One block of 15 in which the load was not sustained ranks as the highest; below six blocks, ranks decide nothing. */
    @Test
    void aLowerBoundOpensItsRankAlone() {
        blocks("t/b", P99, IntStream.range(0, 15).mapToDouble(_ -> 1).toArray());
        CellReadings[] many = IntStream.rangeClosed(1, 15)
                .mapToObj(block -> trial(block, Map.of(P99, 3.0 + 0.1 * block)))
                .toArray(CellReadings[]::new);
        many[4] = invalid(5, true, 3, "unsent");
        with("t/a", many);

        ConditionJudgement judged = judge(claim(new Untestable[0], above(2)))
                .conditions()
                .getFirst()
                .getFirst();

        assertThat(judged.interval().orElseThrow().high()).isLessThan(5);
        assertThat(judged.outcome()).contains(Outcome.REPRODUCED);
        with("t/a", Arrays.copyOf(many, 5));
        assertThat(judge(claim(new Untestable[0], above(2)))
                        .conditions()
                        .getFirst()
                        .getFirst()
                        .interval()
                        .orElseThrow()
                        .high())
                .isInfinite();
    }

    @Test
    void eachFigureStandsByItself() {
        with("t/a", inPhase(1), inPhase(2), inPhase(3));
        ClaimCondition early =
                condition(new Tail("t/a", null, "early/service.p99", "early/service.p50"), new In(RatioRange.above(2)));
        ClaimCondition late =
                condition(new Tail("t/a", null, "late/service.p99", "late/service.p50"), new In(RatioRange.above(2)));

        assertThat(outcome(early)).isEqualTo(Outcome.REPRODUCED);
        assertThat(outcome(late)).as("disturbed by other work").isEqualTo(Outcome.INCONCLUSIVE);
    }

    private static CellReadings inPhase(int block) {
        return trial(
                block,
                Map.of(
                        "late/service.p99",
                        9.0,
                        "late/service.p50",
                        1.0,
                        "early/service.p99",
                        9.0,
                        "early/service.p50",
                        1.0),
                "steal",
                "late/steal");
    }

    @Test
    void brokenAndDisturbedTrialsAreLeftOutAndCounted() {
        blocks("t/a", P99, 9, 9, 9, 9, 9);
        Map<String, Double> one = Map.of(P99, 1.0);
        with("t/b", trial(1, one), trial(2, one), trial(3, one, "steal"), invalid(4, true, 1, "loss"), trial(5, one));

        ConditionJudgement judged = judge(claim(new Untestable[0], above(2)))
                .conditions()
                .getFirst()
                .getFirst();

        assertThat(judged.blocks()).isEqualTo(3);
        assertThat(judged.leftOut()).isEqualTo(2);
        assertThat(judged.outcome()).as("by three of five").contains(Outcome.INCONCLUSIVE);
        assertThat(judged.why()).startsWith("only 3 of 5 blocks count, and 80 % are needed: ");
        with("t/b", trial(1, one), trial(2, one), trial(3, one), invalid(4, true, 1, "loss"), trial(5, one));
        assertThat(outcome(above(2))).as("by four of five").isEqualTo(Outcome.REPRODUCED);
        with("t/b", trial(1, one), trial(2, one), trial(3, one, "steal"), trial(4, one, "steal"));
        assertThat(outcome(above(2))).isEqualTo(Outcome.INCONCLUSIVE);
    }

    /** A latency under a load that was not sustained is a lower bound: it can confirm "above", and refute nothing. */
    @Test
    void latenciesOfAnOverloadAreLowerBounds() {
        blocks("t/b", P99, 1, 1, 1);
        with("t/a", invalid(1, true, 9, "unsent"), invalid(2, true, 9, "unsent"), invalid(3, true, 9, "unsent"));
        assertThat(outcome(above(2))).isEqualTo(Outcome.REPRODUCED);
        assertThat(outcome(above(20))).isEqualTo(Outcome.INCONCLUSIVE);
        assertThat(outcome(condition(ratio(), new In(RatioRange.below(20))))).isEqualTo(Outcome.INCONCLUSIVE);
        with("t/a", disturbed(1), disturbed(2), disturbed(3));
        ClaimCondition phases = condition(new Phases("t/a", "late", "early", P99), new In(RatioRange.above(2)));
        assertThat(outcome(phases)).as("either phase may have been it").isEqualTo(Outcome.INCONCLUSIVE);
        with("t/a", disturbedIn(1, "late"), disturbedIn(2, "late"), disturbedIn(3, "late"));
        assertThat(outcome(phases)).as("what is above may be higher still").isEqualTo(Outcome.REPRODUCED);
        with("t/a", disturbedIn(1, "early"), disturbedIn(2, "early"), disturbedIn(3, "early"));
        assertThat(outcome(phases)).as("what is below may be as high").isEqualTo(Outcome.INCONCLUSIVE);
        with("t/a", invalid(1, false, 9, "unsent"), invalid(2, false, 9, "unsent"), invalid(3, false, 9, "unsent"));
        assertThat(outcome(above(2))).as("what was to be sustained and was not").isEqualTo(Outcome.INCONCLUSIVE);
    }

    /** The harness's part is known: the value lies between the measured one and the measured one without that part. */
    @ParameterizedTest
    @CsvSource({"9, REPRODUCED", "3, REPRODUCED", "1.5, INCONCLUSIVE", "0, INCONCLUSIVE"})
    void aValueInWhichTheHarnessHadAPartLiesInAnInterval(double least, Outcome expected) {
        with("t/a", ranged(1, least), ranged(2, least), ranged(3, least)).blocks("t/b", P99, 1, 1, 1);

        assertThat(outcome(above(2))).isEqualTo(expected);
        assertThat(outcome(condition(ratio(), new In(RatioRange.below(2)))))
                .isEqualTo(least < 2 ? Outcome.INCONCLUSIVE : Outcome.CONTRADICTED);
    }

    private static CellReadings ranged(int block, double least) {
        Reading whole = ClaimRows.row(P99, 9);
        Reading row = new Reading(
                whole.source(),
                whole.value(),
                least * 1e6,
                whole.high(),
                whole.n(),
                whole.quality(),
                whole.outcome(),
                true,
                "");
        return ClaimRows.trial(
                block,
                new Findings(Set.of(), false, Set.of("hiccups", "schedule-lag", "gc"), Set.of()),
                List.of(row),
                Optional.of("none"),
                new Servers(false, Optional.empty()),
                Map.of());
    }

    @ParameterizedTest
    @CsvSource({"processor, U2, U2", "harness, U2, U2", "disk, U3, U3", "disk, U6, U6", "disk, U7, U7"})
    void eachCodeSaysWhatIsMissing(String limit, Untestable obstacle, Untestable code) {
        boolean beside = limit.equals("disk");
        CellReadings[] trials = Stream.of(1, 2, 3)
                .map(block -> beside ? limited(block, limit, obstacle) : limited(block, limit))
                .toArray(CellReadings[]::new);
        with("t/a", trials).blocks("t/b", P99, 1, 1, 1);
        cells.put("t/b", cells.get("t/a"));

        ConditionJudgement judged = judge(claim(new Untestable[] {Untestable.U2}, above(2)))
                .conditions()
                .getFirst()
                .getFirst();

        assertThat(judged.code()).contains(code);
        assertThat(judged.outcome()).contains(Outcome.NOT_TESTABLE);
    }

    @Test
    void allConditionsMustHoldAndOfAListOneIsEnough() {
        blocks("t/a", P99, 4, 4, 4).blocks("t/b", P99, 1, 1, 1);
        ClaimCondition missing = condition(new State("t/x", new Reason(Set.of("unsent"))), new Is(true));

        ClaimCondition wrong = condition(ratio(), new In(RatioRange.below(0.5)));

        assertThat(outcome(above(2), wrong)).isEqualTo(Outcome.CONTRADICTED);
        assertThat(outcome(above(2), above(9))).isEqualTo(Outcome.SMALLER);
        assertThat(outcome(above(2), missing)).isEqualTo(Outcome.NOT_TESTABLE);
        assertThat(outcome(above(9), missing)).isEqualTo(Outcome.NOT_TESTABLE);
        assertThat(outcome(wrong, missing)).isEqualTo(Outcome.CONTRADICTED);
        assertThat(judge(either(above(9), above(2))).outcome()).isEqualTo(Outcome.REPRODUCED);
        assertThat(judge(either(above(9), wrong)).outcome()).isEqualTo(Outcome.SMALLER);
        assertThat(judge(either(wrong, wrong)).outcome()).isEqualTo(Outcome.CONTRADICTED);
        assertThat(judge(either(above(9), missing)).outcome()).isEqualTo(Outcome.NOT_TESTABLE);
        assertThat(judge(either(above(9), above(4))).outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    }

    /** One of two conditions is hardly beyond its bound: together they are corrected, unless both hold. */
    @Test
    void wordsAreCorrectedForTheOtherComparisonsOfAClaim() {
        double[] once = {1, 1, 1, 1, 1, 1};
        blocks("t/a", P99, 2.05, 2.2, 2.6, 4, 5, 6).blocks("t/b", P99, once);
        ClaimCondition below = condition(ratio(), new In(RatioRange.below(9)));

        assertThat(outcome(above(2))).isEqualTo(Outcome.REPRODUCED);
        assertThat(outcome(above(2), below)).as("each by itself").isEqualTo(Outcome.REPRODUCED);
        ClaimJudgement three = judge(claim(new Untestable[0], above(2), above(2), above(4)));
        assertThat(three.conditions())
                .allSatisfy(group -> assertThat(group.getFirst().outcome()).contains(Outcome.INCONCLUSIVE));
        assertThat(three.conditions().getFirst().getFirst().why())
                .startsWith(
                        "taken alone it would be reproduced, but chance may do that to one of several comparisons (p = ");
    }

    @Test
    void aCellIsNamedWithItsVariant() {
        Ratio variants = new Ratio(new Operand("t/a@tuned", null), new Operand("t/a", null), P99);
        CellResults tuned = CellResults.of(
                Stream.of(1, 2, 3).map(block -> trial(block, Map.of(P99, 4.0))).toList());
        blocks("t/a", P99, 1, 1, 1);
        Claim claim = claim(new Untestable[0], condition(variants, new In(RatioRange.above(2))));

        ClaimJudge judge = new ClaimJudge(
                List.of("t/a"),
                (cell, variant) -> variant.equals(Optional.of("tuned"))
                        ? tuned
                        : cells.getOrDefault(cell, CellResults.of(List.of())));

        assertThat(judge.judge(claim).outcome()).isEqualTo(Outcome.REPRODUCED);
    }

    @Test
    void nothingIsDecidedBetweenATrialAndItself() {
        List<CellReadings> trials =
                Stream.of(1, 2, 3).map(block -> trial(block, Map.of(P99, 4.0))).toList();
        blocks("t/c", P99, 1, 1, 1);
        Operand a = new Operand("t/a", "t/c");
        ClaimCondition same = condition(new Same(a, new Operand("t/b", "t/c"), P99), new In(RatioRange.within(2)));
        for (String other : List.of("t/a, first", "t/b, first")) {
            cells.put("t/a", CellResults.of(trials, "t/a, first"));
            cells.put("t/b", CellResults.of(trials, other));
            ConditionJudgement judged = judge(claim(new Untestable[0], same))
                    .conditions()
                    .getFirst()
                    .getFirst();
            boolean one = other.startsWith("t/a");
            assertThat(judged.outcome()).contains(one ? Outcome.NOT_TESTABLE : Outcome.REPRODUCED);
            assertThat(judged.code()).isEqualTo(one ? Optional.of(Untestable.U5) : Optional.empty());
            assertThat(judged.why())
                    .isEqualTo(
                            one
                                    ? "t/a and t/b ask for the same here: nothing is decided between a trial and itself"
                                    : "");
        }
    }

    private static Claim either(ClaimCondition... conditions) {
        return new Claim(
                "made-up",
                "either is so",
                "",
                List.of(List.of(conditions)),
                List.of(),
                Optional.empty(),
                Set.of(Confounder.Q),
                Set.of(),
                Claim.Needs.NONE,
                "");
    }

    @Test
    void aStarStandsForEachCellRunOrNot() {
        ClaimCondition every = condition(
                new Ratio(new Operand("t/a-*", null), new Operand("t/b-*", null), P99), new In(RatioRange.above(2)));
        blocks("t/a-1", P99, 4, 4, 4).blocks("t/b-1", P99, 1, 1, 1);
        cells.put("t/a-2", CellResults.refused(Untestable.U5, "does not fit"));
        blocks("t/b-2", P99, 1, 1, 1);

        assertThat(judge(claim(new Untestable[0], every)).conditions())
                .extracting(group -> group.getFirst().outcome().orElseThrow())
                .containsExactly(Outcome.REPRODUCED, Outcome.NOT_TESTABLE);
        assertThat(outcome(every)).isEqualTo(Outcome.NOT_TESTABLE);
        blocks("t/a-2", P99, 1, 1, 1);
        assertThat(outcome(every)).isEqualTo(Outcome.CONTRADICTED);
        blocks("t/a-2", P99, 4, 4, 4);
        assertThat(outcome(every)).isEqualTo(Outcome.REPRODUCED);
    }

    @Test
    void theSizeIsAStatementOfItsOwn() {
        blocks("t/a", P99, 4, 4, 4).blocks("t/b", P99, 1, 1, 1);
        ClaimCondition third = new ClaimCondition(
                ratio(),
                Optional.of(new In(RatioRange.above(2))),
                Optional.of(new Published(new Size(12, 12), "12")),
                Set.of(Confounder.D));
        ClaimCondition range = new ClaimCondition(
                ratio(), Optional.empty(), Optional.of(new Published(new Size(3, 5), "3 to 5")), Set.of());
        Claim claim = new Claim(
                "made-up",
                "it is so",
                "",
                List.of(List.of(third)),
                List.of(range),
                Optional.empty(),
                Set.of(Confounder.Q),
                Set.of(),
                Claim.Needs.NONE,
                "");

        ClaimJudgement judged = judge(claim);

        assertThat(judged.outcome()).isEqualTo(Outcome.REPRODUCED);
        assertThat(judged.conditions().getFirst().getFirst().sizeAgrees()).contains(false);
        assertThat(judged.shown().getFirst().sizeAgrees()).contains(true);
        assertThat(judged.shown().getFirst().outcome()).isEmpty();
        assertThat(claim.allConfounders())
                .containsExactlyInAnyOrder(
                        Confounder.V, Confounder.H, Confounder.S, Confounder.M, Confounder.D, Confounder.Q);
    }
}
