package dev.assay.run;

import dev.assay.cluster.AssayCache;
import dev.assay.host.ThisMachine;
import dev.assay.model.calibration.CalibrationStatus;
import dev.assay.model.calibration.MachineFingerprint;
import dev.assay.model.calibration.Repeatability;
import dev.assay.run.directory.CalibrationFile;
import dev.assay.run.directory.RepeatabilityFile;
import dev.assay.run.directory.StoreException;
import java.time.Instant;
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

    /** Where it is kept how far the machine repeats itself. */
    public RepeatabilityFile repeatabilityFile() {
        String own = String.valueOf(file.path().getFileName());
        return new RepeatabilityFile(
                file.path().resolveSibling(own.substring(0, own.lastIndexOf('.')) + ".repeatability.json"));
    }

    /** How far the machine repeats itself; empty where nobody has looked, it was another machine, or what is kept can't be read. */
    public Optional<Repeatability> repeatability() {
        try {
            return repeatabilityFile()
                    .read()
                    .filter(kept -> kept.machine().differences(machine).isEmpty());
        } catch (StoreException e) {
            return Optional.empty();
        }
    }

    /** What is known of it. */
    public CalibrationStatus status(Instant now) {
        return file.status(machine, now);
    }
}
