package dev.assay.analysis.quality;

/**
 * Holds the limits beyond which a value is doubtful. Fractions are of the value, from 0 to 1.
 *
 * @param events from p95 on, a percentile needs so many of them above it
 * @param pauseFraction a wait for pauses above that fraction disturbs, if it is also above {@code pauseNanos}
 * @param pauseNanos the least wait for pauses that disturbs a percentile; for the mean it is a tenth of this
 * @param sendDelayFraction a schedule lag above that fraction disturbs, if it is also above {@code scheduleLagNanos} and above the
 *     service time
 * @param clockFraction a clock error above that fraction disturbs
 */
public record QualityThresholds(
        double events,
        double pauseFraction,
        double pauseNanos,
        double sendDelayFraction,
        double scheduleLagNanos,
        double clockFraction) {}
