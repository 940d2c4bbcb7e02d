package dev.assay.model.spec;

import dev.assay.model.unit.DurationText;
import java.time.Duration;

public record Timing(
        @Key(
                value =
                        "Load before the measurement, recorded separately: a length, or until the trial is steady, as { at-least: 20 s, at-most: 3 min }; auto is that where there are servers, and 10 s where not.",
                fallback = "auto",
                shortFor = "phases")
        Warmup warmup,

        @Key(value = "The measured load.", fallback = "30 s", shortFor = "phases")
        Duration measure,

        @Key(value = "Longest wait after the load for messages still in flight.", fallback = "30 s")
        Duration drain,

        @Key(
                value =
                        "Maximum time to create topics and assign partitions; 0 s means one that grows with partitions times subscriptions.",
                fallback = "0 s")
        Duration prepare) {
    private static final Duration PREPARE_EACH = Duration.ofMillis(50);

    public Timing {
        Check.key(
                "measure",
                measure.toMillis() >= 1000,
                "measure must be at least 1 s, but is " + DurationText.format(measure));
        Check.notNegative("drain", drain);
        Check.notNegative("prepare", prepare);
    }

    /** Creates phases of these lengths; the time to prepare depends on the workload. */
    public Timing(Duration warmup, Duration measure, Duration drain) {
        this(Warmup.of(warmup), measure, drain, Duration.ZERO);
    }

    /** Returns this timing with the warm-up that the system needs. */
    Timing on(SystemSpec system) {
        return new Timing(warmup.on(system), measure, drain, prepare);
    }

    /**
     * Returns the longest time to create the topics of that workload, and as long again to assign their partitions.
     *
     * @param min for topics with few partitions, where the scenario does not say how long
     */
    public Duration prepareLimit(Workload workload, Duration min) {
        if (!prepare.isZero()) {
            return prepare;
        }
        long partitions = (long) workload.topics() * workload.partitions();
        int times = Math.max(1, workload.allSubscriptions().size());
        return min.plus(PREPARE_EACH.multipliedBy(partitions * times));
    }
}
