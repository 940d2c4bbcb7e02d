package dev.assay.run.coordinator;

import dev.assay.model.durability.Fault;
import java.time.Duration;

/**
 * Describes the fault that a verification injects into the system while the load runs.
 *
 * @param after time of the injection, from the start of the load
 * @param held how long it lasts before the system is brought back
 * @param actions inject it and recover
 */
public record FaultInjection(Fault fault, Duration after, Duration held, SystemActions actions) {
    public FaultInjection {
        if (after.isNegative() || held.isNegative()) {
            throw new IllegalArgumentException(
                    "a fault can't come " + after + " after the start of the load and last for " + held);
        }
    }
}
