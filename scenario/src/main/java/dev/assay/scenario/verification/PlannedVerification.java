package dev.assay.scenario.verification;

import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.durability.Fault;
import dev.assay.model.spec.TrialSpec;
import dev.assay.scenario.plan.PlannedTrial;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * @param number 1-based place in the plan
 * @param label short name for folders and tables, such as {@code memory-level-1-power-all}
 * @param repetition 1-based
 * @param control whether it only shows that a loss would be detected
 * @param dimensions values that distinguish this system from others of its kind, by scenario path
 * @param spec the system, the level and the load of the verification
 * @param timing the moment and the node of the fault
 * @param seed the source of the load
 */
public record PlannedVerification(
        int number,
        String label,
        int repetition,
        boolean control,
        Map<String, String> dimensions,
        TrialSpec spec,
        Fault fault,
        FaultTiming timing,
        long seed) {
    public PlannedVerification {
        if (number < 1 || repetition < 1) {
            throw new IllegalArgumentException(
                    "verification number and repetition count from 1, but are " + number + " and " + repetition);
        }
        dimensions = Collections.unmodifiableMap(new LinkedHashMap<>(dimensions));
    }

    public DurabilityStatement durability() {
        return spec.durabilityStatement();
    }

    /** Returns the tested level: the one that the system provides, or the requested one where that is not known. */
    public DurabilityLevel level() {
        return durability().given().orElse(spec.durability());
    }

    /** Returns the name of the folder, such as {@code 003-memory-level-1-power-all}. */
    public String folder() {
        return "%03d-%s".formatted(number, label);
    }

    public PlannedTrial load() {
        return new PlannedTrial(number, label, repetition, dimensions, spec, seed);
    }
}
