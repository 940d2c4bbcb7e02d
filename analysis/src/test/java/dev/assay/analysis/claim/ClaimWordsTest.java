package dev.assay.analysis.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.RulesPage;
import dev.assay.analysis.claim.CellReadings.Findings;
import dev.assay.analysis.claim.CellReadings.Servers;
import dev.assay.model.study.Outcome;
import dev.assay.scenario.claim.Claim;
import dev.assay.scenario.claim.ClaimCondition;
import dev.assay.scenario.claim.ClaimCondition.In;
import dev.assay.scenario.claim.ClaimCondition.Is;
import dev.assay.scenario.claim.RatioRange;
import dev.assay.scenario.claim.Statement;
import dev.assay.scenario.claim.Statement.Operand;
import dev.assay.scenario.claim.Statement.Ratio;
import dev.assay.scenario.claim.Statement.Reason;
import dev.assay.scenario.claim.Statement.Same;
import dev.assay.scenario.claim.Statement.State;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Measures how often each outcome is false for a claim, or for any of its comparisons. Cells scatter between blocks by themselves,
 * and together with their block; comparisons of one claim share cells, so that their errors correlate.
 */
class ClaimWordsTest {
    private static final Pattern RATE = Pattern.compile("[0-9]+\\.[0-9]");

    private static final String P99 = "service.p99";
    private static final String BASE = "t/base";
    private static final double BOUND = 1.25;
    private static final double OF_BLOCK = 0.3;
    private static final int CLAIMS = 2_000;
    private static final double ALLOWED = 0.05;

    /** Limits simulations in the usual test run. */
    private static final int FEW = 200;

    private static final double CHANCE = chance(CLAIMS);

    /** Returns the uncertainty of 5 % after a simulation of so many claims, at two standard errors. */
    private static double chance(int claims) {
        return 2 * Math.sqrt(ALLOWED * (1 - ALLOWED) / claims);
    }

    /** Holds the fraction of claims with an outcome for any comparison, and for the claim. */
    private record Rates(Map<Outcome, Double> ofAny, Map<Outcome, Double> ofClaim) {}

    private static Rates rates(double scatter, int blocks, double... ratios) {
        return rates(CLAIMS, scatter, blocks, ratios);
    }

    private static Rates rates(int claims, double scatter, int blocks, double... ratios) {
        List<ClaimCondition> conditions = new ArrayList<>();
        for (int leg = 0; leg < ratios.length; leg++) {
            conditions.add(condition(
                    new Ratio(new Operand("t/" + leg, null), new Operand(BASE, null), P99),
                    new In(RatioRange.above(BOUND))));
        }
        Random random = new Random(Double.hashCode(scatter) + 31L * blocks + ratios.length);
        return rates(claims, conditions, () -> {
            Map<String, List<CellReadings>> cells = new HashMap<>();
            for (int block = 1; block <= blocks; block++) {
                double common = OF_BLOCK * random.nextGaussian();
                add(cells, BASE, block, common + scatter * random.nextGaussian());
                for (int leg = 0; leg < ratios.length; leg++) {
                    double log = Math.log(ratios[leg]) + common + scatter * random.nextGaussian();
                    add(cells, "t/" + leg, block, log);
                }
            }
            return cells;
        });
    }

    private interface Run {
        Map<String, List<CellReadings>> cells();
    }

    private static Rates rates(List<ClaimCondition> conditions, Run run) {
        return rates(CLAIMS, conditions, run);
    }

    private static Rates rates(int claims, List<ClaimCondition> conditions, Run run) {
        Claim claim = claim(conditions);
        Map<Outcome, Double> ofAny = new HashMap<>();
        Map<Outcome, Double> ofClaim = new HashMap<>();
        for (int i = 0; i < claims; i++) {
            Map<String, List<CellReadings>> cells = run.cells();
            ClaimJudgement judged = new ClaimJudge(
                            List.copyOf(cells.keySet()),
                            (cell, _) -> CellResults.of(cells.getOrDefault(cell, List.of())))
                    .judge(claim);
            Set<Outcome> said = EnumSet.noneOf(Outcome.class);
            judged.conditions()
                    .forEach(group -> said.add(group.getFirst().outcome().orElseThrow()));
            said.forEach(word -> ofAny.merge(word, 1.0 / claims, Double::sum));
            ofClaim.merge(judged.outcome(), 1.0 / claims, Double::sum);
        }
        return new Rates(ofAny, ofClaim);
    }

    private static Claim claim(List<ClaimCondition> conditions) {
        return new Claim(
                "made-up",
                "it is so",
                "",
                conditions.stream().map(List::of).toList(),
                List.of(),
                Optional.empty(),
                Set.of(),
                Set.of(),
                Claim.Needs.NONE,
                "");
    }

    private static ClaimCondition condition(Statement statement, ClaimCondition.Expected expected) {
        return new ClaimCondition(statement, Optional.of(expected), Optional.empty(), Set.of());
    }

    private static void add(Map<String, List<CellReadings>> cells, String cell, int block, double log) {
        add(cells, cell, block, log, Set.of());
    }

    private static void add(
            Map<String, List<CellReadings>> cells, String cell, int block, double log, Set<String> reasons) {
        cells.computeIfAbsent(cell, _ -> new ArrayList<>())
                .add(ClaimRows.trial(
                        block, new Findings(Set.of(), true, reasons, Set.of()), Map.of(P99, Math.exp(log))));
    }

    private static CellReadings moving(int block, double log, double moved) {
        return ClaimRows.trial(
                block,
                new Findings(Set.of(), true, Set.of(), Set.of("p99-drift-not-known")),
                ClaimRows.of(Map.of(P99, Math.exp(log))),
                Optional.of("none"),
                new Servers(false, Optional.empty()),
                Map.of("response p99", Math.exp(moved)));
    }

    private static double of(Map<Outcome, Double> rates, Outcome outcome) {
        return rates.getOrDefault(outcome, 0.0);
    }

    @Test
    void wordsAreSeldomFalseInAFewClaims() {
        double chance = chance(FEW);
        Rates atBound = rates(FEW, 0.3, 6, BOUND, BOUND, BOUND, BOUND);
        double words = of(atBound.ofAny(), Outcome.REPRODUCED)
                + of(atBound.ofAny(), Outcome.SMALLER)
                + of(atBound.ofAny(), Outcome.CONTRADICTED);
        assertThat(words).isLessThanOrEqualTo(ALLOWED + chance);
        assertThat(of(rates(FEW, 0.1, 5, 1, 1, 1).ofAny(), Outcome.SMALLER)).isLessThanOrEqualTo(ALLOWED + chance);
        assertThat(of(rates(FEW, 0.1, 6, 1.9, 1.9).ofClaim(), Outcome.REPRODUCED))
                .isGreaterThan(0.8);
    }

    /** A ratio equal to the bound neither holds, nor falls short, nor is wrong. */
    @ParameterizedTest
    @CsvSource({"0.1, 3, 1", "0.1, 5, 3", "0.3, 6, 1", "0.3, 6, 4", "0.3, 8, 4", "0.6, 12, 2"})
    @Tag("slow")
    void atItsBoundAClaimIsSeldomDecided(double scatter, int blocks, int legs) {
        Rates rates = rates(
                scatter,
                blocks,
                IntStream.range(0, legs).mapToDouble(_ -> BOUND).toArray());

        double words = of(rates.ofAny(), Outcome.REPRODUCED)
                + of(rates.ofAny(), Outcome.SMALLER)
                + of(rates.ofAny(), Outcome.CONTRADICTED);
        assertThat(words).isLessThanOrEqualTo(ALLOWED + CHANCE);
    }

    /** All trials of a cell move towards a level at which it equals its bound, and their movement is as noisy as their values. */
    @ParameterizedTest
    @CsvSource({"0.1, 3, 0.3", "0.1, 3, -0.3", "0.1, 5, 0.5", "0.3, 6, 0.5", "0.3, 12, 1"})
    @Tag("slow")
    void whatHadNotSettledIsSeldomDecidedAtItsBound(double scatter, int blocks, double ahead) {
        Random random = new Random(blocks);
        ClaimCondition condition = condition(
                new Ratio(new Operand("t/0", null), new Operand(BASE, null), P99), new In(RatioRange.above(BOUND)));

        Rates rates = rates(List.of(condition), () -> {
            Map<String, List<CellReadings>> cells = new HashMap<>();
            for (int block = 1; block <= blocks; block++) {
                add(cells, BASE, block, scatter * random.nextGaussian());
                double measured = Math.log(BOUND) - ahead + scatter * random.nextGaussian();
                double moved = ahead + scatter * random.nextGaussian();
                cells.computeIfAbsent("t/0", _ -> new ArrayList<>()).add(moving(block, measured, moved));
            }
            return cells;
        });

        assertThat(of(rates.ofAny(), Outcome.INCONCLUSIVE)).isGreaterThanOrEqualTo(1 - ALLOWED - CHANCE);
    }

    /** One comparison equals its bound and all others are far beyond, which is where a claim is most easily called reproduced. */
    @ParameterizedTest
    @CsvSource({"0.1, 3", "0.3, 6", "0.3, 8", "0.6, 12"})
    @Tag("slow")
    void aClaimOfWhichOneComparisonDoesNotHoldIsSeldomReproduced(double scatter, int blocks) {
        Rates rates = rates(scatter, blocks, BOUND, 30, 30, 30);

        assertThat(of(rates.ofClaim(), Outcome.REPRODUCED)).isLessThanOrEqualTo(ALLOWED / 2 + CHANCE);
        assertThat(of(rates.ofClaim(), Outcome.CONTRADICTED) + of(rates.ofClaim(), Outcome.SMALLER))
                .isLessThanOrEqualTo(ALLOWED / 2 + CHANCE);
    }

    /** Without an effect none is called smaller; with the claimed effect it is called neither smaller nor wrong. */
    @ParameterizedTest
    @CsvSource({"0.02, 3", "0.1, 5", "0.1, 6", "0.3, 8", "0.1, 12"})
    @Tag("slow")
    void whatIsAlikeIsSeldomCalledSmallerThanClaimed(double scatter, int blocks) {
        assertThat(of(rates(scatter, blocks, 1, 1, 1).ofAny(), Outcome.SMALLER)).isLessThanOrEqualTo(ALLOWED + CHANCE);
        Rates asClaimed = rates(scatter, blocks, 1.4, 1.4, 1.4);
        assertThat(of(asClaimed.ofAny(), Outcome.SMALLER) + of(asClaimed.ofAny(), Outcome.CONTRADICTED))
                .isLessThanOrEqualTo(ALLOWED + CHANCE);
    }

    @ParameterizedTest
    @CsvSource({
        "0.1, 6, 1.9, REPRODUCED",
        "0.02, 6, 1.12, SMALLER",
        "0.1, 6, 0.7, CONTRADICTED",
        "0.02, 3, 1.6, REPRODUCED"
    })
    @Tag("slow")
    void whatIsPlainIsSaid(double scatter, int blocks, double ratio, Outcome outcome) {
        assertThat(of(rates(scatter, blocks, ratio, ratio).ofClaim(), outcome)).isGreaterThan(0.8);
    }

    @ParameterizedTest
    @CsvSource({"0.02, 3", "0.05, 6", "0.1, 12"})
    @Tag("slow")
    void whatDiffersByTheFactorIsSeldomCalledTheSame(double scatter, int blocks) {
        Random random = new Random(blocks);
        ClaimCondition same = condition(
                new Same(new Operand("t/0", null), new Operand(BASE, null), P99), new In(RatioRange.within(BOUND)));
        Rates rates = rates(List.of(same), () -> {
            Map<String, List<CellReadings>> cells = new HashMap<>();
            for (int block = 1; block <= blocks; block++) {
                add(cells, BASE, block, scatter * random.nextGaussian());
                add(cells, "t/0", block, Math.log(BOUND) + scatter * random.nextGaussian());
            }
            return cells;
        });

        assertThat(of(rates.ofAny(), Outcome.REPRODUCED) + of(rates.ofAny(), Outcome.CONTRADICTED))
                .isLessThanOrEqualTo(ALLOWED + CHANCE);
    }

    /** A state that occurs at random is seldom asserted, and as seldom denied. */
    @ParameterizedTest
    @CsvSource({"3, 1", "5, 1", "6, 2", "8, 3", "12, 1"})
    @Tag("slow")
    void aStateThatComesAndGoesIsSeldomSaidToBeSo(int blocks, int legs) {
        Random random = new Random(31L * blocks + legs);
        List<ClaimCondition> conditions = IntStream.range(0, legs)
                .mapToObj(leg -> condition(new State("t/" + leg, new Reason(Set.of("unsent"))), new Is(true)))
                .toList();
        Rates rates = rates(conditions, () -> {
            Map<String, List<CellReadings>> cells = new HashMap<>();
            for (int block = 1; block <= blocks; block++) {
                for (int leg = 0; leg < legs; leg++) {
                    add(cells, "t/" + leg, block, 0, random.nextBoolean() ? Set.of("unsent") : Set.of());
                }
            }
            return cells;
        });

        assertThat(of(rates.ofAny(), Outcome.REPRODUCED)).isLessThanOrEqualTo(ALLOWED + CHANCE);
        assertThat(of(rates.ofAny(), Outcome.CONTRADICTED)).isLessThanOrEqualTo(ALLOWED + CHANCE);
    }

    /** Looks after each block and stops at the first decision, with the ratio equal to the claimed bound. */
    @ParameterizedTest
    @CsvSource({"0.1, 12, 1", "0.3, 12, 1", "0.3, 8, 3", "0.1, 15, 2"})
    @Tag("slow")
    void looksMakeNoWordFalser(double scatter, int blocks, int legs) {
        Random random = new Random(31L * blocks + legs);
        Claim claim = claim(IntStream.range(0, legs)
                .mapToObj(leg -> condition(
                        new Ratio(new Operand("t/" + leg, null), new Operand(BASE, null), P99),
                        new In(RatioRange.above(BOUND))))
                .toList());
        int said = 0;
        int early = 0;
        for (int i = 0; i < CLAIMS / 2; i++) {
            Map<String, List<CellReadings>> cells = new HashMap<>();
            for (int block = 1; block <= blocks; block++) {
                add(cells, BASE, block, scatter * random.nextGaussian());
                for (int leg = 0; leg < legs; leg++) {
                    add(cells, "t/" + leg, block, Math.log(BOUND) + scatter * random.nextGaussian());
                }
            }
            List<String> names = List.copyOf(cells.keySet());
            CellResults.Lookup results = (cell, _) -> CellResults.of(cells.getOrDefault(cell, List.of()));
            boolean looked =
                    ClaimLooks.decidedAfter(claim, names, results, blocks).isPresent();
            early += looked ? 1 : 0;
            said += looked
                            || new ClaimJudge(names, results)
                                    .judge(claim).conditions().stream()
                                            .anyMatch(group -> group.getFirst()
                                                    .outcome()
                                                    .orElseThrow()
                                                    .decided())
                    ? 1
                    : 0;
        }
        assertThat(early / (CLAIMS / 2.0)).isLessThanOrEqualTo(0.01 + CHANCE / 2);
        assertThat(said / (CLAIMS / 2.0)).isLessThanOrEqualTo(ALLOWED + 1.4 * CHANCE);
    }

    @Test
    @Tag("slow")
    void whatIsPlainIsDecidedEarly() {
        Random random = new Random(7);
        Claim claim = claim(List.of(condition(
                new Ratio(new Operand("t/0", null), new Operand(BASE, null), P99), new In(RatioRange.above(BOUND)))));
        int early = 0;
        for (int i = 0; i < 200; i++) {
            Map<String, List<CellReadings>> cells = new HashMap<>();
            for (int block = 1; block <= 12; block++) {
                add(cells, BASE, block, 0.15 * random.nextGaussian());
                add(cells, "t/0", block, Math.log(4) + 0.15 * random.nextGaussian());
            }
            OptionalInt after = ClaimLooks.decidedAfter(
                    claim,
                    List.copyOf(cells.keySet()),
                    (cell, _) -> CellResults.of(cells.getOrDefault(cell, List.of())),
                    12);
            early += after.isPresent() && after.getAsInt() <= 6 ? 1 : 0;
        }
        assertThat(early).isGreaterThan(180);
    }

    /** A block in ten was not sustained, so that its latency is only a lower bound. */
    @ParameterizedTest
    @CsvSource({"0.1, 6", "0.3, 8", "0.3, 12"})
    @Tag("slow")
    void lowerBoundsMakeNoWordFalser(double scatter, int blocks) {
        Random random = new Random(7L * blocks);
        ClaimCondition above = condition(
                new Ratio(new Operand("t/0", null), new Operand(BASE, null), P99), new In(RatioRange.above(BOUND)));
        Rates rates = rates(List.of(above), () -> {
            Map<String, List<CellReadings>> cells = new HashMap<>();
            for (int block = 1; block <= blocks; block++) {
                add(cells, BASE, block, scatter * random.nextGaussian());
                double log = Math.log(BOUND) + scatter * random.nextGaussian();
                boolean sustained = random.nextInt(10) > 0;
                add(cells, "t/0", block, sustained ? log : log - 0.5, sustained ? Set.of() : Set.of("rate-missed"));
            }
            return cells;
        });

        assertThat(of(rates.ofAny(), Outcome.REPRODUCED)
                        + of(rates.ofAny(), Outcome.SMALLER)
                        + of(rates.ofAny(), Outcome.CONTRADICTED))
                .isLessThanOrEqualTo(ALLOWED + CHANCE);
    }

    /** A machine whose logarithms differ in the last digit may decide one or two otherwise. */
    @Test
    @Tag("slow")
    void theTableInTheDocumentsIsThis() throws IOException {
        List<String> rows = new ArrayList<>();
        for (double scatter : new double[] {0.1, 0.2, 0.4}) {
            for (int blocks : new int[] {3, 6, 12}) {
                for (int legs : new int[] {1, 4}) {
                    rows.add(row(scatter, blocks, legs));
                }
            }
        }
        RulesPage.assertHas("## Claims", "| 10 % | 3 | 1 |", rows, RATE, 0.3);
    }

    private static String row(double scatter, int blocks, int legs) {
        Rates bound = rates(scatter, blocks, all(legs, BOUND));
        Rates alike = rates(scatter, blocks, all(legs, 1));
        double[] one = all(legs, 30);
        one[0] = BOUND;
        Rates oneAtBound = rates(scatter, blocks, one);
        Rates twice = rates(scatter, blocks, all(legs, 2));
        Rates thrice = rates(scatter, blocks, all(legs, 3));
        return String.format(
                Locale.ROOT,
                "| %.0f %% | %d | %d | %.1f | %.1f | %.1f | %.1f | %.1f |",
                scatter * 100,
                blocks,
                legs,
                100
                        * (of(bound.ofAny(), Outcome.REPRODUCED)
                                + of(bound.ofAny(), Outcome.SMALLER)
                                + of(bound.ofAny(), Outcome.CONTRADICTED)),
                100 * of(alike.ofAny(), Outcome.SMALLER),
                100 * of(oneAtBound.ofClaim(), Outcome.REPRODUCED),
                100 * of(twice.ofClaim(), Outcome.REPRODUCED),
                100 * of(thrice.ofClaim(), Outcome.REPRODUCED));
    }

    private static double[] all(int legs, double ratio) {
        return IntStream.range(0, legs).mapToDouble(_ -> ratio).toArray();
    }
}
