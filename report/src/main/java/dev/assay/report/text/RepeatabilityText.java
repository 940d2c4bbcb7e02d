package dev.assay.report.text;

import dev.assay.analysis.calibration.AaRun;
import dev.assay.model.calibration.Repeatability;
import dev.assay.model.calibration.Repeatability.ParsedFact;
import dev.assay.model.calibration.Repeatability.Scatter;
import dev.assay.model.unit.InstantText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Describes how far a machine repeats its results, and which ratios can therefore be detected on it. */
public final class RepeatabilityText {
    private static final List<Integer> BLOCKS = List.of(5, 7, 15);
    private static final double PER_CENT = 100;

    private RepeatabilityText() {}

    public static List<String> lines(Repeatability repeatability) {
        List<String> lines = new ArrayList<>();
        lines.add("repeatability measured %s by %s (%s)"
                .formatted(InstantText.of(repeatability.at()), repeatability.run(), repeatability.system()));
        for (Scatter scatter : repeatability.scatters()) {
            lines.add(String.format(
                    Locale.ROOT,
                    "  %s scatters by %.1f %% between fresh clusters (n = %d blocks): %s can tell %s",
                    ComparisonText.name(scatter.statistic()),
                    scatter.logDeviation() * PER_CENT,
                    scatter.blocks(),
                    BLOCKS.stream().map(String::valueOf).collect(Collectors.joining(", ")) + " blocks",
                    BLOCKS.stream().map(blocks -> ratio(scatter, blocks)).collect(Collectors.joining(", "))));
        }
        lines.add(
                "  A ratio that can be told is detected in nine of ten comparisons, by the upper end of the scatter's interval. Other loads scatter otherwise.");
        return lines;
    }

    /**
     * Says which ratios {@code blocks} blocks can detect on the machine of a run; empty where its repeatability is not known.
     *
     * @param environment of the run
     * @param blocks that both sides have, at least 2
     */
    public static Optional<String> note(Map<String, String> environment, int blocks) {
        return Repeatability.parseFact(environment.getOrDefault(Repeatability.FACT, ""))
                .filter(_ -> blocks > 1)
                .map(parsed -> "On this machine, " + blocks + " blocks can tell " + ratios(parsed, blocks)
                        + ", in nine of ten comparisons (by "
                        + parsed.source() + "; other loads scatter otherwise).");
    }

    private static String ratios(ParsedFact parsed, int blocks) {
        return parsed.scatters().stream()
                .map(scatter -> ratio(scatter, blocks) + " at " + ComparisonText.name(scatter.statistic()))
                .collect(Collectors.joining(" and "));
    }

    private static String ratio(Scatter scatter, int blocks) {
        return String.format(Locale.ROOT, "%.0f %%", Math.ceil(AaRun.smallestRatio(scatter, blocks) * PER_CENT));
    }
}
