package dev.assay.model.result;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Which trial of its run it is.
 *
 * @param dimensions values that tell this trial from the others, by scenario path
 */
public record TrialIdentity(int number, String label, int repetition, Map<String, String> dimensions) {
    public TrialIdentity {
        dimensions = Collections.unmodifiableMap(new LinkedHashMap<>(dimensions));
    }

    /** The folder of this trial below {@code trials/}. */
    public String folder() {
        return "%03d-%s".formatted(number, label);
    }
}
