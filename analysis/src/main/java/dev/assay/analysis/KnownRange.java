package dev.assay.analysis;

import dev.assay.analysis.quality.Quality;
import dev.assay.analysis.quality.Quality.Flaw;
import dev.assay.analysis.verdict.QualityText;
import dev.assay.scenario.experiment.TrialResult.ValueRange;
import java.util.Optional;

/**
 * Within what the system's own value lies, by the quality of the one that was measured. What the harness did can only have added to it,
 * clocks may be off either way, a lower bound has no upper end, and with too few samples nothing is known.
 */
public final class KnownRange {
    private KnownRange() {}

    /** The range of a value; empty where nothing speaks against it. */
    public static Optional<ValueRange> of(double nanos, Quality quality) {
        if (!quality.supported()) {
            return Optional.of(new ValueRange(0, Double.POSITIVE_INFINITY, "which too few samples lie above"));
        }
        double min = nanos;
        double max = quality.bound() ? Double.POSITIVE_INFINITY : nanos;
        for (Flaw flaw : quality.disturbances()) {
            min -= flaw.nanos();
            max += flaw.kind() == Quality.Kind.CLOCKS ? flaw.nanos() : 0;
        }
        if (min == nanos && max == nanos) {
            return Optional.empty();
        }
        return Optional.of(new ValueRange(Math.max(0, min), max, why(nanos, quality)));
    }

    private static String why(double nanos, Quality quality) {
        return quality.disturbances().stream()
                .findFirst()
                .map(flaw -> "but " + QualityText.of(quality, flaw, nanos))
                .orElse("but more where messages failed or never arrived");
    }
}
