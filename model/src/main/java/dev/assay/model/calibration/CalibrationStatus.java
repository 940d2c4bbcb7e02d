package dev.assay.model.calibration;

import dev.assay.model.unit.InstantText;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Holds the calibration that values can be compared with, or the reason why there is none.
 *
 * @param note why there is none, or what to know of the one that there is; empty where nothing
 */
public record CalibrationStatus(Optional<Calibration> calibration, String note) {
    private static final String REMEDY = "; run 'assay doctor --calibrate' to create one";

    /** Belongs to runs from before calibrations were recorded. */
    public static final CalibrationStatus NOT_RECORDED = none("no calibration was recorded");

    public static final CalibrationStatus NEVER = none("this machine has not been calibrated" + REMEDY);

    public static CalibrationStatus none(String reason) {
        return new CalibrationStatus(Optional.empty(), reason);
    }

    /** Returns the kept calibration if it is of this machine and was measured in the same way, with a note where it is old; else none. */
    public static CalibrationStatus of(Calibration calibration, MachineFingerprint current, Instant now) {
        if (calibration.version() != Calibration.VERSION) {
            return none("the calibration of " + InstantText.of(calibration.at()) + " has version "
                    + calibration.version() + ", not " + Calibration.VERSION + REMEDY);
        }
        List<String> differences = calibration.machine().differences(current);
        if (!differences.isEmpty()) {
            return none("the calibration of " + InstantText.of(calibration.at()) + " was made on another machine ("
                    + String.join("; ", differences) + ")" + REMEDY);
        }
        long days = calibration.age(now).toDays();
        String age = days < Calibration.FRESH.toDays()
                ? ""
                : "the calibration is " + days + " days old, more than " + Calibration.FRESH.toDays()
                        + "; run 'assay doctor --calibrate' to renew it";
        return new CalibrationStatus(Optional.of(calibration), age);
    }
}
