package dev.assay.analysis.verdict;

import dev.assay.analysis.quality.QualityThresholds;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

public final class Thresholds {
    public static final Thresholds PRESENT = new Thresholds(present());

    private final Map<Threshold, Double> values;

    private Thresholds(Map<Threshold, Double> values) {
        this.values = values;
    }

    private static Map<Threshold, Double> present() {
        Map<Threshold, Double> values = new EnumMap<>(Threshold.class);
        for (Threshold threshold : Threshold.values()) {
            values.put(threshold, threshold.value());
        }
        return values;
    }

    public Thresholds with(Threshold threshold, double value) {
        Map<Threshold, Double> changed = new EnumMap<>(values);
        changed.put(threshold, value);
        return new Thresholds(changed);
    }

    QualityThresholds quality() {
        return new QualityThresholds(
                of(Threshold.EVENTS),
                of(Threshold.PAUSE_OF_VALUE),
                of(Threshold.PAUSE_NANOS),
                of(Threshold.SCHEDULE_LAG_OF_VALUE),
                of(Threshold.SCHEDULE_LAG_NANOS),
                of(Threshold.CLOCK_OF_VALUE));
    }

    public double of(Threshold threshold) {
        return Objects.requireNonNull(values.get(threshold));
    }
}
