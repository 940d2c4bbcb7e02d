package dev.assay.analysis.calibration;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.comparison.ComparedStatistic;
import dev.assay.analysis.comparison.Comparison;
import dev.assay.analysis.comparison.Comparison.Pair;
import dev.assay.analysis.comparison.ComparisonRequest;
import dev.assay.analysis.comparison.RatioEstimate;
import dev.assay.model.calibration.MachineFingerprint;
import dev.assay.model.calibration.Repeatability;
import dev.assay.model.calibration.Repeatability.Scatter;
import dev.assay.model.result.RunRecord;
import dev.assay.model.result.SystemIdentity;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;

/**
 * Reads an A/A run, which measures the same thing twice in each block, on fresh clusters: any ratio that it finds shows how far
 * the machine repeats itself.
 */
public final class AaRun {
    /** Gives the least number of blocks; fewer hardly tell how far values scatter. */
    public static final int MIN_BLOCKS = 6;

    private static final List<String> STATISTICS = List.of("response.p50", "response.p99");
    private static final int DIGITS = 4;

    /** Gives the probability with which the scatter exceeds the upper end that {@link #smallestRatio} uses. */
    private static final double BEYOND = 0.1;

    private AaRun() {}

    /**
     * Estimates how far the machine repeats itself.
     *
     * @param machine the one that the run used
     * @throws UnsuitableRunException where the run does not measure the same twice on fresh clusters, or fewer than {@value
     *     #MIN_BLOCKS} blocks count
     * @throws dev.assay.analysis.comparison.Uncomparable where the run has nothing to compare
     */
    public static Repeatability repeatability(RunAnalysis run, MachineFingerprint machine) {
        RunRecord record = run.run();
        Comparison comparison =
                Comparison.within(run, new ComparisonRequest(Optional.empty(), Optional.empty(), STATISTICS, 0));
        Pair pair = comparison.pairs().getFirst();
        if (comparison.pairs().size() != 1
                || !pair.settings().isEmpty()
                || pair.unequal().isPresent()) {
            throw new UnsuitableRunException(
                    false,
                    record.id() + " does not measure the same twice: "
                            + (comparison.pairs().size() == 1
                                    ? "its sides differ in "
                                            + String.join(", ", pair.settings().keySet())
                                    : "it has " + comparison.pairs().size() + " comparisons, not one")
                            + "; take a run of a scenario with two equal variants, such as scenarios/a-a.yaml");
        }
        if (run.trials().stream()
                .anyMatch(trial -> !trial.trial().setup().cluster().unused())) {
            throw new UnsuitableRunException(
                    false,
                    record.id()
                            + " measured several trials on one cluster, which says nothing of fresh ones; set clusters to per-trial in its scenario");
        }
        List<Scatter> scatters = new ArrayList<>();
        for (ComparedStatistic compared : pair.statistics()) {
            if (compared.ratios().size() >= MIN_BLOCKS) {
                scatters.add(scatter(compared));
            }
        }
        if (scatters.isEmpty()) {
            throw new UnsuitableRunException(
                    true,
                    "%s has too few blocks: of %d, %s count, and %d are needed; a block in which a trial failed or was disturbed does not count, so run it while nothing else is running, or with a higher repeat"
                            .formatted(
                                    record.id(),
                                    run.trials().stream()
                                            .mapToInt(trial ->
                                                    trial.trial().identity().repetition())
                                            .max()
                                            .orElse(0),
                                    pair.statistics().stream()
                                            .map(compared -> compared.ratios().size() + " at " + compared.statistic())
                                            .collect(Collectors.joining(" and ")),
                                    MIN_BLOCKS));
        }
        return new Repeatability(
                record.startedAt(),
                machine,
                record.id(),
                record.scenario(),
                digest(record),
                system(run.trials().getFirst()),
                scatters);
    }

    private static String system(TrialAnalysis trial) {
        SystemIdentity system = trial.trial().system();
        return system.system() + (system.serverVersion().isEmpty() ? "" : " " + system.serverVersion());
    }

    /**
     * Estimates the scatter of one value. The two values of a block differ by nothing but scatter, so the variance of their log ratio
     * is twice that of one value.
     */
    private static Scatter scatter(ComparedStatistic compared) {
        int n = compared.ratios().size();
        double squares = compared.ratios().stream()
                .mapToDouble(ratio -> Math.log(ratio) * Math.log(ratio))
                .sum();
        return new Scatter(compared.statistic(), Math.sqrt(squares / n / 2), n);
    }

    private static String digest(RunRecord record) {
        String text = record.scenarioText() + "\n" + String.join("\n", record.overrides());
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /**
     * Returns the smallest ratio, as a fraction above 1, that so many blocks distinguish from 1 in nine of ten comparisons. As few blocks
     * stand behind the scatter, the upper end of its one-sided interval at 90 % is used: for normal values, n s² / σ² has the χ²
     * distribution with n degrees of freedom.
     *
     * @param blocks that count, at least 2
     */
    public static double smallestRatio(Scatter scatter, int blocks) {
        return smallestRatio(scatter, blocks, 1);
    }

    /**
     * Returns the smallest ratio, as a fraction above 1, for one of several comparisons that are judged together.
     *
     * @param family the number of these comparisons
     */
    public static double smallestRatio(Scatter scatter, int blocks, int family) {
        double upper = scatter.logDeviation()
                * Math.sqrt(scatter.blocks()
                        / ChiSquaredDistribution.of(scatter.blocks()).inverseCumulativeProbability(BEYOND));
        return RatioEstimate.smallestTold(Math.sqrt(2) * upper, blocks, blocks - 1, family) - 1;
    }
}
