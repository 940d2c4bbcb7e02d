package dev.assay.model.verification;

import dev.assay.model.durability.DurabilityClaim;
import dev.assay.model.durability.Fault;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * @param resolved every key of the scenario with its value for this verification, by path
 * @param control whether it is there to show that a loss would be seen
 * @param seed what the load and the moment of the fault derive from
 */
public record FaultPlan(Map<String, String> resolved, Fault fault, DurabilityClaim claim, boolean control, long seed) {
    public FaultPlan {
        resolved = Collections.unmodifiableMap(new LinkedHashMap<>(resolved));
    }
}
