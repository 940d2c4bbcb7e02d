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
 * Keeps what is known of this machine in files by the machine's name, as folders may be shared.
 *
 * @param folder of those files
 * @param machine as it is now
 */
public record MachineCalibration(Path folder, MachineFingerprint machine) {
    /** @param facts of the machine, as an environment of a run has them */
    public static MachineCalibration of(AssayCache cache, Map<String, String> facts) {
        String host = new ThisMachine().name();
        return new MachineCalibration(cache.calibrations(), MachineFingerprint.of(host, facts));
    }

    public KeptFile<Calibration> file() {
        return kept(".json", Calibration.class);
    }

    /** Returns the file of the machine's repeatability, which takes an hour to measure. */
    public KeptFile<Repeatability> repeatabilityFile() {
        return kept(".repeatability.json", Repeatability.class);
    }

    public KeptFile<KnownPeaks> peaksFile() {
        return kept(".peaks.json", KnownPeaks.class);
    }

    private <T> KeptFile<T> kept(String end, Class<T> type) {
        String host = machine.facts().getOrDefault(MachineFingerprint.HOST, "");
        return new KeptFile<>(folder.resolve(host.replaceAll("[^A-Za-z0-9._-]", "_") + end), type);
    }

    /** Returns the machine's repeatability; empty where it was not measured, or on another machine, or can't be read. */
    public Optional<Repeatability> repeatability() {
        return read(repeatabilityFile()).filter(kept -> isThis(kept.machine()));
    }

    /** Returns the highest rates found; none where nobody has looked, it was another machine, or they can't be read. */
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

    /** Returns the state of the calibration. A file that can't be read counts as none, and the state says so. */
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
