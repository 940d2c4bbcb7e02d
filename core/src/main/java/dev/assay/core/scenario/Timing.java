package dev.assay.core.scenario;

import dev.assay.core.unit.DurationText;
import java.time.Duration;

/** How long the phases of a trial last. */
public record Timing(
        @Key(value = "Load before the measurement, recorded separately.", fallback = "10 s")
        Duration warmup,

        @Key(value = "The measured load.", fallback = "30 s")
        Duration measure,

        @Key(value = "Longest wait after the load for messages still in flight.", fallback = "30 s")
        Duration drain) {

    public Timing {
        Check.notNegative("warmup", warmup);
        Check.that(measure.toMillis() >= 1000, "measure must be at least 1 s, but is " + DurationText.format(measure));
        Check.notNegative("drain", drain);
    }
}
