package dev.assay.model.calibration;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The highest rates that were found on a machine for studies to be scaled by, so that they are searched for once. */
public record KnownPeaks(MachineFingerprint machine, List<Peak> peaks) {
    /**
     * One that a search has found.
     *
     * @param study that it is of
     * @param name in the study file
     * @param load every key of what was searched, with its value
     * @param at ISO-8601 instant
     * @param run the name of the run that found it
     * @param perSecond in messages per second
     */
    public record Peak(String study, String name, String load, String at, String run, double perSecond) {
        public Peak {
            Instant.parse(at);
            if (!(perSecond > 0)) {
                throw new IllegalArgumentException("a peak must be above 0, but is " + perSecond);
            }
        }
    }

    public KnownPeaks {
        peaks = List.copyOf(peaks);
    }

    /** The one of that load, unless it is as old as a calibration may not be. */
    public Optional<Peak> of(String study, String name, String load, Instant now) {
        return peaks.stream()
                .filter(peak -> peak.study().equals(study)
                        && peak.name().equals(name)
                        && peak.load().equals(load))
                .filter(peak -> Duration.between(Instant.parse(peak.at()), now).compareTo(Calibration.FRESH) < 0)
                .findFirst();
    }

    /** With one in place of what was known of that peak. */
    public KnownPeaks with(Peak found) {
        List<Peak> all = new ArrayList<>(peaks);
        all.removeIf(peak -> peak.study().equals(found.study()) && peak.name().equals(found.name()));
        all.add(found);
        return new KnownPeaks(machine, all);
    }
}
