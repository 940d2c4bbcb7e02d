package dev.assay.scenario.study;

import dev.assay.model.spec.Workload;
import dev.assay.model.study.Untestable;
import dev.assay.model.unit.Rate;
import dev.assay.scenario.claim.Refused;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * @param cores processors that servers and clients share
 * @param peaks the highest sustained rates, in messages per second, by the name of the peak
 * @param missed why a search did not find a peak, by the name of the peak
 * @param fanOut the rate, in messages per second, at which the harness itself delivers each message to ten subscriptions; empty
 *     where it was not calibrated
 */
public record MachineScale(int cores, Map<String, Double> peaks, Map<String, String> missed, Optional<Double> fanOut) {
    /** Stands for a machine of which nothing is known. */
    public static final MachineScale NOTHING = new MachineScale(1, Map.of());

    private static final int MANY = 10;

    public MachineScale {
        if (cores < 1) {
            throw new IllegalArgumentException("cores must be at least 1, but is " + cores);
        }
        peaks.forEach((name, rate) -> {
            if (!(rate > 0)) {
                throw new IllegalArgumentException("the peak " + name + " must be above 0, but is " + rate);
            }
        });
        peaks = Collections.unmodifiableMap(new TreeMap<>(peaks));
        missed = Collections.unmodifiableMap(new TreeMap<>(missed));
    }

    /** Creates a scale without a calibrated harness and without failed searches. */
    public MachineScale(int cores, Map<String, Double> peaks) {
        this(cores, peaks, Map.of(), Optional.empty());
    }

    /**
     * Returns why the harness can't produce a load, as far as it is calibrated: above half of its own maximum, results describe the
     * harness.
     */
    public Optional<Refused> refusal(Workload workload) {
        Optional<Rate> rate = workload.rate().constantRate();
        if (workload.subscriptions() < MANY || rate.isEmpty() || fanOut.isEmpty()) {
            return Optional.empty();
        }
        double perSecond = rate.get().perSecond();
        if (perSecond <= fanOut.get() / 2) {
            return Optional.empty();
        }
        return Optional.of(new Refused(
                Untestable.U1,
                "%,.0f msg/s to %d subscriptions are more than half of what the harness delivers here by itself (%,.0f msg/s)"
                        .formatted(perSecond, workload.subscriptions(), fanOut.get())));
    }
}
