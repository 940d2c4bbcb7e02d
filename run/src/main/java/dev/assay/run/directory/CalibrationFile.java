package dev.assay.run.directory;

import dev.assay.model.calibration.Calibration;
import dev.assay.model.calibration.CalibrationStatus;
import dev.assay.model.calibration.MachineFingerprint;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * The calibration that is kept of a machine, in a file of its own for each name of a machine: folders may be shared.
 *
 * @param path need not exist
 */
public record CalibrationFile(Path path) {
    /** The one of a machine in that folder. */
    public static CalibrationFile in(Path folder, String host) {
        return new CalibrationFile(folder.resolve(host.replaceAll("[^A-Za-z0-9._-]", "_") + ".json"));
    }

    /** Keeps it in place of what was kept before. */
    public void write(Calibration calibration) {
        AtomicFile.write(path, RecordJson.bytes(calibration));
    }

    /**
     * What is kept, of whatever machine; empty where nothing is.
     *
     * @throws StoreException when the file can't be read
     */
    public Optional<Calibration> read() {
        if (!Files.exists(path)) {
            return Optional.empty();
        }
        return Optional.of(RecordFile.record(path, RecordFile.readTree(path), Calibration.class));
    }

    /** What is known of the machine that this is. A file that can't be read is no calibration, and is said to be that. */
    public CalibrationStatus status(MachineFingerprint here, Instant now) {
        try {
            return read().map(kept -> CalibrationStatus.of(kept, here, now)).orElse(CalibrationStatus.NEVER);
        } catch (StoreException e) {
            return CalibrationStatus.none(
                    "the calibration can't be read: " + e.getMessage() + " Run 'assay calibrate' to renew it");
        }
    }

    /** Text that {@link RecordJson#record(String, Class)} reads, as the file has it. */
    public static String text(Calibration calibration) {
        return new String(RecordJson.bytes(calibration), java.nio.charset.StandardCharsets.UTF_8).stripTrailing();
    }
}
