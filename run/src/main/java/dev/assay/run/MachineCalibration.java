package dev.assay.run;

import dev.assay.cluster.AssayCache;
import dev.assay.host.ThisMachine;
import dev.assay.model.calibration.CalibrationStatus;
import dev.assay.model.calibration.MachineFingerprint;
import dev.assay.run.directory.CalibrationFile;
import java.time.Instant;
import java.util.Map;

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

    /** What is known of it. */
    public CalibrationStatus status(Instant now) {
        return file.status(machine, now);
    }
}
