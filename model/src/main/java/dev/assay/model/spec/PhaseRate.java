package dev.assay.model.spec;

import dev.assay.model.arrival.LoadProfile;
import java.util.Optional;

/** @param own empty where it offers the workload's rate */
public record PhaseRate(Optional<LoadProfile> own) {
    private static final String WORKLOAD = "workload";

    /** Is part of the JSON Schema too, and must be valid there. */
    public static final String PATTERN = "^\\s*" + WORKLOAD + "\\s*$|" + LoadProfile.PATTERN;

    public static final PhaseRate OF_WORKLOAD = new PhaseRate(Optional.empty());

    /**
     * Reads a profile, or {@code workload}.
     *
     * @throws IllegalArgumentException when the text is neither
     */
    public static PhaseRate parse(String text) {
        return text.strip().equals(WORKLOAD) ? OF_WORKLOAD : new PhaseRate(Optional.of(LoadProfile.parse(text)));
    }

    @Override
    public String toString() {
        return own.map(LoadProfile::toString).orElse(WORKLOAD);
    }
}
