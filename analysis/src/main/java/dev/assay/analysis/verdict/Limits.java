package dev.assay.analysis.verdict;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** A value for each limit. */
public final class Limits {
    /** Those of the present rules. */
    public static final Limits PRESENT = new Limits(present());

    private final Map<Limit, Double> values;

    private Limits(Map<Limit, Double> values) {
        this.values = values;
    }

    private static Map<Limit, Double> present() {
        Map<Limit, Double> values = new EnumMap<>(Limit.class);
        for (Limit limit : Limit.values()) {
            values.put(limit, limit.value());
        }
        return values;
    }

    /** The same with another value for one of them. */
    public Limits with(Limit limit, double value) {
        Map<Limit, Double> changed = new EnumMap<>(values);
        changed.put(limit, value);
        return new Limits(changed);
    }

    /** The value of that limit. */
    public double of(Limit limit) {
        return Objects.requireNonNull(values.get(limit));
    }
}
