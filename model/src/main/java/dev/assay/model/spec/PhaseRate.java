package dev.assay.model.spec;

import dev.assay.model.arrival.LoadProfile;
import dev.assay.model.timeline.Phase;
import dev.assay.model.timeline.Timeline.Part;
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

    /** Returns what a phase offers: a profile that changes begins only when it is measured, and its first rate is offered before. */
    public Part in(Phase phase, LoadProfile workload) {
        LoadProfile ofWorkload = phase.measured() ? workload : workload.beforeItsBegin();
        return new Part(phase, own.orElse(ofWorkload), phase.measured() && own.isEmpty());
    }

    @Override
    public String toString() {
        return own.map(LoadProfile::toString).orElse(WORKLOAD);
    }
}
