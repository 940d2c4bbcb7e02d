package dev.assay.analysis.verdict;

import dev.assay.analysis.standing.StandingLimits;
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

    /** Those that figures are held against. */
    StandingLimits standing() {
        return new StandingLimits(
                of(Limit.EVENTS),
                of(Limit.PAUSE_OF_FIGURE),
                of(Limit.PAUSE_NANOS),
                of(Limit.SEND_DELAY_OF_FIGURE),
                of(Limit.SEND_DELAY_NANOS),
                of(Limit.CLOCK_OF_FIGURE));
    }

    /** The value of that limit. */
    public double of(Limit limit) {
        return Objects.requireNonNull(values.get(limit));
    }
}
