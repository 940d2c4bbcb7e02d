package dev.assay.run.launch;

import dev.assay.cluster.AssayCache;
import dev.assay.host.ThisMachine;
import dev.assay.model.calibration.Calibration;
import dev.assay.model.calibration.CalibrationStatus;
import dev.assay.model.calibration.KnownPeaks;
import dev.assay.model.calibration.MachineFingerprint;
import dev.assay.model.calibration.Repeatability;
import dev.assay.store.KeptFile;
import dev.assay.store.StoreException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is kept of this machine, in files of its own for each name of a machine: folders may be shared.
 *
 * @param folder of those files
 * @param machine what it is now
 */
public record MachineCalibration(Path folder, MachineFingerprint machine) {
    /**
     * Of the machine with these facts.
     *
     * @param facts as an environment of a run has them
     */
    public static MachineCalibration of(AssayCache cache, Map<String, String> facts) {
        String host = new ThisMachine().name();
        return new MachineCalibration(cache.calibrations(), MachineFingerprint.of(host, facts));
    }

    /** Where the calibration itself is kept. */
    public KeptFile<Calibration> file() {
        return kept(".json", Calibration.class);
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
        String host = machine.facts().getOrDefault(MachineFingerprint.HOST, "");
        return new KeptFile<>(folder.resolve(host.replaceAll("[^A-Za-z0-9._-]", "_") + end), type);
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

    /** What is known of it. A file that can't be read is no calibration, and is said to be that. */
    public CalibrationStatus status(Instant now) {
        try {
            return file().read()
                    .map(kept -> CalibrationStatus.of(kept, machine, now))
                    .orElse(CalibrationStatus.NEVER);
        } catch (StoreException e) {
            return CalibrationStatus.none(
                    "the calibration can't be read: " + e.getMessage() + " Run 'assay doctor --calibrate' to renew it");
        }
    }
}
