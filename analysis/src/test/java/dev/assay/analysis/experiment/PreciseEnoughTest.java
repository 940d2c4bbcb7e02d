package dev.assay.analysis.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.RulesPage;
import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Reading.Source;
import dev.assay.analysis.reading.Statistic;
import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.result.Interval;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.plan.PlannedTrial;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Measures how often <em>precise enough</em> is false, and how often the interval covers the truth when the repetition ended. The
 * table is in docs/RULES.md.
 */
class PreciseEnoughTest {
    private static final Pattern NUMBER = Pattern.compile("[0-9]+\\.[0-9]");
    private static final LatencyStatistic P99 = LatencyStatistic.parse("response.p99");
    private static final double TRUTH = 10e6;
    private static final double ALLOWED = 0.05;

    private static final int FEW = 600;
    private static final int MANY = 5_000;

    /** Holds fractions of the runs of a point, and the mean number of blocks. */
    private record Rates(double said, double falsely, double covered, double blocks) {}

    private record Ended(boolean said, boolean covered, int blocks) {}

    private static Plan plan(int max) throws Exception {
        return ScenarioFile.read("x.yaml", """
                name: one
                systems: { memory: }
                timing: { warmup: 1 s, measure: 9 s }
                repeat: { at-least: 3, at-most: %d, until: 5 %%, of: response.p99 }
                """.formatted(max), List.of(), Set.of())
                .plan();
    }

    /**
     * Simulates runs of at most so many blocks with random trials.
     *
     * @param failing the fraction of trials that do not finish
     */
    private static Rates rates(int max, double failing, ToDoubleFunction<SplittableRandom> logarithm, int runs)
            throws Exception {
        Plan plan = plan(max);
        List<Ended> ended = IntStream.range(0, runs)
                .parallel()
                .mapToObj(seed -> run(plan, failing, logarithm, new SplittableRandom(seed)))
                .toList();
        return new Rates(
                fraction(ended, Ended::said),
                fraction(ended, one -> one.said() && !one.covered()),
                fraction(ended, Ended::covered),
                ended.stream().mapToInt(Ended::blocks).average().orElseThrow());
    }

    private static double fraction(List<Ended> ended, java.util.function.Predicate<Ended> which) {
        return ended.stream().filter(which).count() / (double) ended.size();
    }

    private static Ended run(
            Plan plan, double failing, ToDoubleFunction<SplittableRandom> logarithm, SplittableRandom random) {
        Experiment experiment = Experiment.of(plan);
        List<TrialResult> done = new ArrayList<>();
        Optional<PlannedTrial> next = experiment.next(done);
        while (next.isPresent()) {
            PlannedTrial trial = next.get();
            boolean failed = random.nextDouble() < failing;
            done.add(new TrialResult(
                    trial.number(),
                    trial.label(),
                    trial.repetition(),
                    failed ? Optional.empty() : Optional.of(Grade.VALID),
                    failed ? Map.of() : Map.of(P99, reading(TRUTH * Math.exp(logarithm.applyAsDouble(random)))),
                    Optional.empty()));
            next = experiment.next(done);
        }
        Optional<Interval> interval =
                PointEstimate.of(done.getFirst().label(), P99, done, 6).interval();
        boolean said = experiment.findings(done).getFirst().startsWith("precise enough");
        boolean missed = interval.filter(seen -> TRUTH < seen.low() || TRUTH > seen.high())
                .isPresent();
        return new Ended(said, !missed, done.size());
    }

    private static ToDoubleFunction<SplittableRandom> normal(double scatter) {
        return random -> scatter * random.nextGaussian();
    }

    private static ToDoubleFunction<SplittableRandom> contaminated(double scatter) {
        return random -> (random.nextDouble() < 0.1 ? 5 : 1) * scatter * random.nextGaussian();
    }

    private static String row(String scatter, int max, Rates rates) {
        return "| %s | %d | %s |"
                .formatted(
                        scatter,
                        max,
                        List.of(100 * rates.said(), 100 * rates.falsely(), 100 * rates.covered(), rates.blocks())
                                .stream()
                                .map(rate -> String.format(Locale.ROOT, "%.1f", rate))
                                .collect(Collectors.joining(" | ")));
    }

    /** Builds the table, and fails where a word is false too often. */
    private static List<String> table(int runs, double slack) throws Exception {
        List<String> rows = new ArrayList<>();
        for (int max : new int[] {15, 60}) {
            for (double scatter : new double[] {0.02, 0.05, 0.1, 0.15, 0.3}) {
                rows.add(checked(Math.round(100 * scatter) + " %", max, rates(max, 0, normal(scatter), runs), slack));
            }
        }
        rows.add(checked("5 %, one trial in ten fails", 15, rates(15, 0.1, normal(0.05), runs), slack));
        rows.add(checked("5 %, one in ten scatters by 25 %", 60, rates(60, 0, contaminated(0.05), runs), slack));
        return rows;
    }

    private static String checked(String scatter, int max, Rates rates, double slack) {
        String row = row(scatter, max, rates);
        assertThat(rates.falsely()).as("falsely precise enough: " + row).isLessThanOrEqualTo(ALLOWED + slack);
        assertThat(rates.covered()).as("covered: " + row).isGreaterThanOrEqualTo(1 - ALLOWED - slack);
        return row;
    }

    /** The rates are 95 % and 5 % exactly where the logarithms are normal, so that simulated ones deviate by a fraction of a per cent. */
    @Test
    void preciseEnoughIsFalseInOneOfTwentyAtMost() throws Exception {
        assertThat(table(FEW, 0.02)).hasSize(12);
    }

    @Test
    void preciseEnoughIsSaidWhereScatterLetsIt() throws Exception {
        assertThat(rates(15, 0, normal(0.02), FEW).said()).isGreaterThan(0.99);
        assertThat(rates(15, 0, normal(0.05), FEW).said()).isGreaterThan(0.9);
        assertThat(rates(15, 0.5, normal(0.02), FEW).said())
                .as("half of the trials fail, and by chance fewer than one in five of the first")
                .isLessThan(0.2);
    }

    @Test
    @Tag("slow")
    void theTableInTheDocumentsIsThis() throws Exception {
        RulesPage.assertHas("", "| 2 % | 15 |", table(MANY, 0), NUMBER, 0.3);
    }

    private static Reading reading(double nanos) {
        return Reading.exact(Source.of(Statistic.of(P99)), nanos, 1_000);
    }
}
