package dev.assay.analysis.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.RulesPage;
import dev.assay.analysis.comparison.Gate.Outcome;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.result.Verdict.Reason;
import dev.assay.model.spec.FailCondition;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Measures how often the words <em>greater</em>, <em>less</em>, <em>passed</em> and <em>failed</em> are false, over the scatter
 * between fresh clusters and over trials that failed or were not run. The tables are in docs/RULES.md.
 */
class ComparisonWordsTest {
    private static final Pattern RATE = Pattern.compile("[0-9]+\\.[0-9]");
    private static final double ALLOWED = 0.05;

    /** Gives the comparisons of each kind; with so many a rate of 5 % is known to half a per cent. */
    private static final int MANY = 2000;

    private static final int FEW = 150;

    /** Gives the effect of a block on both sides alike, as a standard deviation of logarithms. */
    private static final double OF_BLOCK = 0.3;

    private static final String VERSION = "systems.kafka.version";
    private static final Map<String, String> BASELINE = Map.of(VERSION, "1");
    private static final Map<String, String> CANDIDATE = Map.of(VERSION, "2");
    private static final Gate GATE = new Gate(FailCondition.parse("response.p99 > 1.10x"));

    /**
     * @param scatter of trials on fresh clusters, as the standard deviation of logarithms of each statistic
     * @param ratio the true ratio of the candidate to the baseline
     * @param baselineFails how often a trial of the baseline has no value
     * @param notRun whether such a trial was not run; otherwise it is INVALID, or did not finish
     */
    private record Kind(
            double scatter, int blocks, double ratio, double baselineFails, double candidateFails, boolean notRun) {
        Kind(double scatter, int blocks, double fails) {
            this(scatter, blocks, 1, fails, fails, false);
        }

        Kind times(double factor) {
            return new Kind(scatter, blocks, factor, baselineFails, candidateFails, notRun);
        }

        Kind interrupted() {
            return new Kind(scatter, blocks, ratio, baselineFails, candidateFails, true);
        }

        /** Simulates a comparison; empty where a side has no trial at all. */
        private Optional<Comparison> comparison(int seed, List<String> statistics) {
            Random random = new Random(31L * seed + number());
            // Statistics of one trial correlate in half of the comparisons.
            double shared = seed % 2 == 0 ? 0.9 : 0;
            MeasuredRun run = new MeasuredRun("a");
            for (int block = 1; block <= blocks; block++) {
                double common = Math.log(10) + OF_BLOCK * random.nextGaussian();
                trial(run, block, BASELINE, common, baselineFails, shared, random);
                trial(run, block, CANDIDATE, common + Math.log(ratio), candidateFails, shared, random);
            }
            try {
                return Optional.of(Comparison.within(
                        run.run(),
                        new ComparisonRequest(
                                Optional.of(VERSION), Optional.of("1"), statistics, Difference.USUAL_THRESHOLD)));
            } catch (Uncomparable _) {
                return Optional.empty();
            }
        }

        private int number() {
            int number = Double.hashCode(scatter);
            number = 31 * number + blocks;
            number = 31 * number + Double.hashCode(ratio);
            number = 31 * number + Double.hashCode(baselineFails);
            number = 31 * number + Double.hashCode(candidateFails);
            return 31 * number + Boolean.hashCode(notRun);
        }

        private void trial(
                MeasuredRun run,
                int block,
                Map<String, String> of,
                double level,
                double fails,
                double shared,
                Random random) {
            double ofTrial = random.nextGaussian();
            double[] millis = IntStream.range(0, 5)
                    .mapToDouble(_ -> Math.exp(level
                            + scatter * (shared * ofTrial + Math.sqrt(1 - shared * shared) * random.nextGaussian())))
                    .toArray();
            boolean ends = random.nextDouble() >= fails;
            if (!ends && notRun) {
                run.missing(block, of, false);
            } else if (!ends && random.nextBoolean()) {
                run.missing(block, of, true);
            } else {
                run.trial(
                        block,
                        of,
                        percent -> millis[percent >= 99.9 ? 2 : percent >= 99 ? 1 : 0],
                        percent -> millis[percent >= 99 ? 4 : 3],
                        ends ? new Reason[0] : new Reason[] {MeasuredRun.reason(Grade.INVALID, "rate-missed")});
            }
        }

        private double fraction(int n, List<String> statistics, Predicate<Comparison> happens) {
            return IntStream.range(0, n)
                            .parallel()
                            .filter(seed ->
                                    comparison(seed, statistics).filter(happens).isPresent())
                            .count()
                    / (double) n;
        }

        double different(int n) {
            return fraction(
                    n,
                    List.of(),
                    comparison -> comparison.pairs().getFirst().statistics().stream()
                            .anyMatch(compared -> compared.difference() != Difference.INCONCLUSIVE));
        }

        /** Returns how often p99 is called greater, as one of five. */
        double greater(int n) {
            return fraction(
                    n,
                    List.of(),
                    comparison -> comparison
                            .pairs()
                            .getFirst()
                            .compared("response.p99")
                            .filter(compared -> compared.difference() == Difference.GREATER)
                            .isPresent());
        }

        double gate(int n, Outcome outcome) {
            return fraction(
                    n,
                    List.of("response.p99"),
                    comparison -> GATE.decide(comparison).getFirst().outcome() == outcome);
        }
    }

    // ---- The tables

    private static String percent(double fraction) {
        return Math.round(fraction * 100) + " %";
    }

    private static String row(List<String> texts, List<Double> rates) {
        List<String> cells = new ArrayList<>(texts);
        rates.forEach(rate -> cells.add(String.format(Locale.ROOT, "%.1f", rate * 100)));
        return "| " + String.join(" | ", cells) + " |";
    }

    /** Accepts an excess of up to three standard errors, which chance explains in few comparisons. */
    private static double checked(double rate, int n, String what) {
        double byChance = n < MANY ? 3 * Math.sqrt(ALLOWED * (1 - ALLOWED) / n) : 0;
        assertThat(rate).as(what).isLessThanOrEqualTo(ALLOWED + byChance);
        return rate;
    }

    private static List<String> ofComparisons(int n) {
        List<String> rows = new ArrayList<>();
        for (double scatter : new double[] {0.2, 0.4}) {
            for (int blocks : new int[] {5, 7, 10}) {
                for (double fails : new double[] {0, 0.2, 0.5}) {
                    Kind alike = new Kind(scatter, blocks, fails);
                    rows.add(row(
                            List.of(percent(scatter), String.valueOf(blocks), percent(fails)),
                            List.of(
                                    checked(alike.different(n), n, alike + " differs"),
                                    checked(alike.interrupted().different(n), n, alike.interrupted() + " differs"),
                                    alike.times(2).greater(n),
                                    alike.times(2).interrupted().greater(n))));
                }
            }
        }
        return rows;
    }

    private static List<String> ofGates(int n) {
        List<String> rows = new ArrayList<>();
        for (double scatter : new double[] {0.04, 0.2, 0.4}) {
            for (int blocks : new int[] {7, 10}) {
                for (double fails : new double[] {0, 0.2, 0.5}) {
                    rows.add(ofGate(new Kind(scatter, blocks, fails), percent(fails) + " of both", n, scatter, blocks));
                }
                rows.add(ofGate(
                        new Kind(scatter, blocks, 1, 0, 0.6, false), "60 % of the candidate", n, scatter, blocks));
            }
        }
        return rows;
    }

    /** A failure is false only for a candidate that fails no more often than the baseline. */
    private static String ofGate(Kind kind, String fails, int n, double scatter, int blocks) {
        double failed = kind.times(1.1).gate(n, Outcome.FAILED);
        if (kind.candidateFails == kind.baselineFails) {
            checked(failed, n, kind + " at the limit failed");
        }
        return row(
                List.of(percent(scatter), String.valueOf(blocks), fails),
                List.of(
                        checked(kind.times(1.12).gate(n, Outcome.PASSED), n, kind + " with 12 % more passed"),
                        failed,
                        kind.gate(n, Outcome.PASSED),
                        kind.times(2).gate(n, Outcome.FAILED)));
    }

    @Test
    void noWordIsFalseMoreOftenThanOnceInTwenty() {
        assertThat(ofComparisons(FEW)).hasSize(18);
        assertThat(ofGates(FEW)).hasSize(24);
    }

    /** A comparison that never decides would be right as well. */
    @Test
    void theWordsAreSaidWhereScatterLetsThem() {
        assertThat(new Kind(0.2, 7, 0).times(2).greater(FEW)).isGreaterThan(0.9);
        assertThat(new Kind(0.2, 10, 0).times(2).greater(FEW)).isGreaterThan(0.95);
        assertThat(new Kind(0.04, 7, 0).gate(FEW, Outcome.PASSED)).isGreaterThan(0.5);
        assertThat(new Kind(0.2, 10, 0).times(2).gate(FEW, Outcome.FAILED)).isGreaterThan(0.95);
    }

    /** The candidate is INVALID in 6 of 10 blocks, and 12 % slower in the others. */
    @Test
    void aChangeThatMostlyFailsNeverPasses() {
        for (double scatter : new double[] {0.02, 0.2, 0.4}) {
            Kind mostly = new Kind(scatter, 10, 1.12, 0, 0.6, false);
            assertThat(mostly.gate(4 * FEW, Outcome.PASSED)).isLessThan(0.001);
        }
    }

    /** Simulates many comparisons of each kind. A machine whose logarithms differ in the last digit may decide one or two otherwise. */
    @Test
    @Tag("slow")
    @Timeout(value = 45, unit = TimeUnit.MINUTES)
    void theTablesInTheDocumentsAreThese() throws IOException {
        String heading = "## Comparisons";
        for (List<String> table : List.of(ofComparisons(MANY), ofGates(MANY))) {
            String start = table.getFirst().substring(0, table.getFirst().indexOf('.') - 1);
            RulesPage.assertHas(heading, start, table, RATE, 0.5);
        }
    }
}
