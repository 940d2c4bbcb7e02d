package dev.assay.run;

import dev.assay.cluster.AssayCache;
import dev.assay.host.ThisMachine;
import dev.assay.model.calibration.CalibrationStatus;
import dev.assay.model.calibration.KnownPeaks;
import dev.assay.model.calibration.MachineFingerprint;
import dev.assay.model.calibration.Repeatability;
import dev.assay.run.directory.CalibrationFile;
import dev.assay.run.directory.KeptFile;
import dev.assay.run.directory.StoreException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The calibration that is kept of this machine.
 *
 * @param machine what it is now
 */
public record MachineCalibration(CalibrationFile file, MachineFingerprint machine) {
    /**
     * Of the machine with these facts.
     *
     * @param facts as an environment of a run has them
     */
    public static MachineCalibration of(AssayCache cache, Map<String, String> facts) {
        String host = new ThisMachine().name();
        return new MachineCalibration(
                CalibrationFile.in(cache.calibrations(), host), MachineFingerprint.of(host, facts));
    }

    /** Where it is kept how far the machine repeats itself: to find out takes an hour. */
    public KeptFile<Repeatability> repeatabilityFile() {
        return kept(".repeatability.json", Repeatability.class);
    }

    /** Where it is kept which rates were its highest. */
    public KeptFile<KnownPeaks> peaksFile() {
        return kept(".peaks.json", KnownPeaks.class);
    }

    private <T> KeptFile<T> kept(String end, Class<T> type) {
        String own = String.valueOf(file.path().getFileName());
        return new KeptFile<>(file.path().resolveSibling(own.substring(0, own.lastIndexOf('.')) + end), type);
    }

    /** How far the machine repeats itself; empty where nobody has looked, it was another machine, or what is kept can't be read. */
    public Optional<Repeatability> repeatability() {
        return read(repeatabilityFile()).filter(kept -> isThis(kept.machine()));
    }

    /** The highest rates that were found on it; none where nobody has looked, it was another machine, or what is kept can't be read. */
    public KnownPeaks peaks() {
        return read(peaksFile())
                .filter(kept -> isThis(kept.machine()))
                .orElseGet(() -> new KnownPeaks(machine, List.of()));
    }

    private boolean isThis(MachineFingerprint kept) {
        return kept.differences(machine).isEmpty();
    }

    private static <T> Optional<T> read(KeptFile<T> kept) {
        try {
            return kept.read();
        } catch (StoreException e) {
            return Optional.empty();
        }
    }

    /** What is known of it. */
    public CalibrationStatus status(Instant now) {
        return file.status(machine, now);
    }
}
