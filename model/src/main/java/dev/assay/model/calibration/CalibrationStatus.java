package dev.assay.model.calibration;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The calibration that values can be held against, or why there is none.
 *
 * @param note why there is none, or what to know of the one that there is; empty where nothing
 */
public record CalibrationStatus(Optional<Calibration> calibration, String note) {
    private static final String REMEDY = "; run 'assay doctor --calibrate' to create one";

    /** Of runs from before calibrations were recorded. */
    public static final CalibrationStatus NOT_RECORDED = none("no calibration was recorded");

    /** Nobody has calibrated this machine. */
    public static final CalibrationStatus NEVER = none("this machine has not been calibrated" + REMEDY);

    /** None, for that reason. */
    public static CalibrationStatus none(String reason) {
        return new CalibrationStatus(Optional.empty(), reason);
    }

    /** What the kept one means for the machine that this is: nothing unless it is of the same, measured in the same way. */
    public static CalibrationStatus of(Calibration kept, MachineFingerprint here, Instant now) {
        if (kept.version() != Calibration.VERSION) {
            return none("the calibration of " + kept.at() + " has version " + kept.version() + ", not "
                    + Calibration.VERSION + REMEDY);
        }
        List<String> differences = kept.machine().differences(here);
        if (!differences.isEmpty()) {
            return none("the calibration of " + kept.at() + " was made on another machine ("
                    + String.join("; ", differences) + ")" + REMEDY);
        }
        long days = kept.age(now).toDays();
        String age = days < Calibration.FRESH.toDays()
                ? ""
                : "the calibration is " + days + " days old, more than " + Calibration.FRESH.toDays()
                        + "; run 'assay doctor --calibrate' to renew it";
        return new CalibrationStatus(Optional.of(kept), age);
    }
}
