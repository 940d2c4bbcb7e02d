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
 * One verification in its place in the plan.
 *
 * @param number 1-based place in the plan
 * @param label short name for folders and tables, such as {@code memory-level-1-power-all}
 * @param repetition 1-based
 * @param control whether it is there to show that a loss would be seen
 * @param dimensions values that tell this system from others of its kind, by scenario path
 * @param spec the system, the level and the load of the verification
 * @param timing the moment and the node of the fault
 * @param seed what the load derives from
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

    /** What the system promises where the level was asked for. */
    public DurabilityStatement durability() {
        return spec.durabilityStatement();
    }

    /** The level that is tested: the one that the system gives; the one asked for where that can't be said. */
    public DurabilityLevel level() {
        return durability().given().orElse(spec.durability());
    }

    /** The folder of this verification, such as {@code 003-memory-level-1-power-all}. */
    public String folder() {
        return "%03d-%s".formatted(number, label);
    }

    /** The load of the verification as a trial: its topics, producers and messages. */
    public PlannedTrial load() {
        return new PlannedTrial(number, label, repetition, dimensions, spec, seed);
    }
}
