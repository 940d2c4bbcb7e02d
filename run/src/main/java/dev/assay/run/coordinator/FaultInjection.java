package dev.assay.run.coordinator;

import dev.assay.model.durability.Fault;
import java.time.Duration;

/**
 * The fault that a verification injects into the system while the load runs.
 *
 * @param after when it is injected, from the start of the load
 * @param held how long it lasts before the system is brought back
 * @param actions bring it about
 */
public record FaultInjection(Fault fault, Duration after, Duration held, SystemActions actions) {
    public FaultInjection {
        if (after.isNegative() || held.isNegative()) {
            throw new IllegalArgumentException(
                    "a fault can't come " + after + " after the start of the load and last for " + held);
        }
    }
}
