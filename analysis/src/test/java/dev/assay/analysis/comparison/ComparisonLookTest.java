package dev.assay.analysis.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.RulesPage;
import dev.assay.model.result.Interval;
import dev.assay.model.spec.ResultStatistics;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Measures how often words are false in runs that end as soon as they are decided, of 4 to 15 blocks and with two declared results, and
 * how many blocks that takes. The table is in docs/RULES.md.
 */
class ComparisonLookTest {
    private static final Pattern RATE = Pattern.compile("[0-9]+\\.[0-9]");
    private static final int MIN = 4;
    private static final int MAX = 15;
    private static final double ALLOWED = 0.05;
    private static final double THRESHOLD = Difference.USUAL_THRESHOLD;
    private static final int MANY = 2_000;
    private static final int FEW = 60;

    /** Gives the effect of a block on both sides alike, as a standard deviation of logarithms. */
    private static final double OF_BLOCK = 0.3;

    private static final String LINGER = "linger.ms";
    private static final String JUDGED = "end-to-end.p99";

    /** @param alone the word of a statistic that nobody judges together with others */
    private record Ended(
            int blocks, boolean early, Difference word, boolean equal, Difference alone, boolean covered) {}

    private static List<Ended> runs(int n, double scatter, double ratio) {
        return IntStream.range(0, n)
                .parallel()
                .mapToObj(seed -> run(
                        new SplittableRandom(31L * (31L * Double.hashCode(scatter) + Double.hashCode(ratio)) + seed),
                        scatter,
                        ratio))
                .toList();
    }

    private static Ended run(SplittableRandom random, double scatter, double ratio) {
        MeasuredRun run = new MeasuredRun("a");
        run.result = ResultStatistics.parse("end-to-end.p99, end-to-end.p50");
        // Statistics of one trial correlate in half of the runs.
        double shared = random.nextBoolean() ? 0.9 : 0;
        for (int block = 1; ; block++) {
            double common = Math.log(10) + OF_BLOCK * random.nextGaussian();
            trial(run, block, "0", common, scatter, shared, random);
            trial(run, block, "5", common + Math.log(ratio), scatter, shared, random);
            boolean early = block >= MIN
                    && block < MAX
                    && ComparisonLook.early(run.run(), MAX - MIN).decided();
            if (early || block == MAX) {
                return ended(run, block, early, ratio);
            }
        }
    }

    private static void trial(
            MeasuredRun run,
            int block,
            String linger,
            double level,
            double scatter,
            double shared,
            SplittableRandom random) {
        double ofTrial = random.nextGaussian();
        double[] millis = IntStream.range(0, 5)
                .mapToDouble(_ -> Math.exp(
                        level + scatter * (shared * ofTrial + Math.sqrt(1 - shared * shared) * random.nextGaussian())))
                .toArray();
        run.trial(
                block,
                Map.of(LINGER, linger),
                percent -> millis[percent >= 99.9 ? 2 : percent >= 99 ? 1 : 0],
                percent -> millis[percent >= 99 ? 4 : 3]);
    }

    private static Ended ended(MeasuredRun run, int blocks, boolean early, double ratio) {
        ComparedStatistic compared = Comparison.usually(run.run())
                .orElseThrow()
                .pairs()
                .getFirst()
                .compared(JUDGED)
                .orElseThrow();
        Interval interval = compared.estimate().orElseThrow().interval();
        boolean alone = RatioEstimate.pValue(1, compared.places(), 1) <= RatioEstimate.LEVEL;
        return new Ended(
                blocks,
                early,
                compared.difference(),
                compared.alike(THRESHOLD),
                alone ? Difference.of(compared.estimate(), THRESHOLD) : Difference.INCONCLUSIVE,
                interval.low() <= ratio && ratio <= interval.high());
    }

    private static double fraction(List<Ended> runs, Predicate<Ended> which) {
        return runs.stream().filter(which).count() / (double) runs.size();
    }

    private static int median(List<Ended> runs) {
        return runs.stream().map(Ended::blocks).sorted().toList().get(runs.size() / 2);
    }

    private static List<String> table(int n) {
        List<String> rows = new ArrayList<>();
        for (double scatter : new double[] {0.01, 0.03, 0.05, 0.1, 0.2}) {
            List<Ended> same = runs(n, scatter, 1);
            List<List<Ended>> different = DoubleStream.of(1.1, 1.3, 2, 38)
                    .mapToObj(ratio -> runs(n, scatter, ratio))
                    .toList();
            double differs = fraction(same, one -> one.word() != Difference.INCONCLUSIVE);
            double alone = fraction(same, one -> one.alone() != Difference.INCONCLUSIVE);
            double equal = fraction(runs(n, scatter, 1 + THRESHOLD), Ended::equal);
            double covered = different.stream()
                    .mapToDouble(runs -> fraction(runs, Ended::covered))
                    .min()
                    .orElseThrow();
            double byChance = n < MANY ? 3 * Math.sqrt(ALLOWED * (1 - ALLOWED) / n) : 0;
            assertThat(differs).as("%s: the same differs", scatter).isLessThanOrEqualTo(ALLOWED + byChance);
            assertThat(alone).as("%s: the same differs by itself", scatter).isLessThanOrEqualTo(ALLOWED + byChance);
            assertThat(equal).as("%s: the threshold is equal", scatter).isLessThanOrEqualTo(ALLOWED + byChance);
            assertThat(covered).as("%s: covered", scatter).isGreaterThan(0.92 - byChance);
            rows.add("| %.0f %% | %s | %d | %s |"
                    .formatted(
                            100 * scatter,
                            DoubleStream.of(differs, alone, equal, covered)
                                    .mapToObj(rate -> String.format(Locale.ROOT, "%.1f", 100 * rate))
                                    .collect(Collectors.joining(" | ")),
                            median(same),
                            different.stream()
                                    .map(runs -> String.valueOf(median(runs)))
                                    .collect(Collectors.joining(" | "))));
        }
        return rows;
    }

    @Test
    void noWordIsFalseMoreOftenThanOnceInTwenty() {
        assertThat(table(FEW)).hasSize(5);
    }

    @Test
    void whatIsPlainIsDecidedAtOnceAndWhatIsEqualOnceScatterLetsIt() {
        assertThat(runs(FEW, 0.1, 38)).allMatch(one -> one.blocks() == MIN && one.word() == Difference.GREATER);
        assertThat(runs(FEW, 0.01, 1)).allMatch(one -> one.early() && one.equal());
        assertThat(fraction(runs(FEW, 0.2, 1), Ended::early)).isLessThan(0.05);
    }

    /** A word of an early look is that of the report, as both are found in the same blocks. */
    @Test
    void theReportContradictsNoLook() {
        for (double ratio : new double[] {1, 1.05, 1.2, 1 / 1.2}) {
            assertThat(runs(FEW, 0.03, ratio))
                    .filteredOn(Ended::early)
                    .allMatch(one -> one.equal() || one.word() != Difference.INCONCLUSIVE);
        }
    }

    @Test
    @Tag("slow")
    @Timeout(value = 45, unit = TimeUnit.MINUTES)
    void theTableInTheDocumentsIsThis() throws IOException {
        RulesPage.assertHas("## Until decided", "| 1 % |", table(MANY), RATE, 0.3);
    }
}
