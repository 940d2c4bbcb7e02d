package dev.assay.model.calibration;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Holds the highest rates found on a machine, by which studies are scaled, so that each is searched for only once. */
public record KnownPeaks(MachineFingerprint machine, List<Peak> peaks) {
    /**
     * @param name in the study file
     * @param load every key of the load that was searched, with its value
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

    /** Returns the peak of that load unless it is older than {@link Calibration#FRESH}. */
    public Optional<Peak> of(String study, String name, String load, Instant now) {
        return peaks.stream()
                .filter(peak -> peak.study().equals(study)
                        && peak.name().equals(name)
                        && peak.load().equals(load))
                .filter(peak -> Duration.between(Instant.parse(peak.at()), now).compareTo(Calibration.FRESH) < 0)
                .findFirst();
    }

    /** Returns these peaks with {@code newPeak} in place of the study's earlier peak of that name. */
    public KnownPeaks with(Peak newPeak) {
        List<Peak> all = new ArrayList<>(peaks);
        all.removeIf(peak -> peak.study().equals(newPeak.study()) && peak.name().equals(newPeak.name()));
        all.add(newPeak);
        return new KnownPeaks(machine, all);
    }
}
