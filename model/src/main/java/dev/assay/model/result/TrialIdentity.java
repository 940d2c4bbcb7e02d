package dev.assay.model.result;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Identifies a trial or verification within its run.
 *
 * @param number 1-based, in the order in which they are run
 * @param repetition 1-based
 * @param dimensions values that tell it from the others, by scenario path
 */
public record TrialIdentity(int number, String label, int repetition, Map<String, String> dimensions) {
    public TrialIdentity {
        dimensions = Collections.unmodifiableMap(new LinkedHashMap<>(dimensions));
    }

    /** Returns the folder's name below {@code trials/} or {@code verifications/}. */
    public String folder() {
        return "%03d-%s".formatted(number, label);
    }
}
