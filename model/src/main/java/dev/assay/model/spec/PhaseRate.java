package dev.assay.model.spec;

import dev.assay.model.arrival.LoadProfile;
import java.util.Optional;

/**
 * What a phase offers.
 *
 * @param own empty where it offers what the workload says
 */
public record PhaseRate(Optional<LoadProfile> own) {
    private static final String WORKLOAD = "workload";

    /** The texts that {@link #parse} reads, as a regular expression that JSON Schema understands as well. */
    public static final String PATTERN = "^\\s*" + WORKLOAD + "\\s*$|" + LoadProfile.PATTERN;

    /** What the workload says. */
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
