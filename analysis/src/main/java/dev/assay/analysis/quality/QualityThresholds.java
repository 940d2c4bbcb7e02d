package dev.assay.analysis.quality;

/**
 * What makes a value a doubtful one. Fractions are from 0 to 1, of the value.
 *
 * @param events fewer of them above a percentile from 95 on are too few
 * @param pauseFraction a wait for pauses above that fraction disturbs, if it is also above {@code pauseNanos}
 * @param pauseNanos the same for the mean is a tenth of it
 * @param sendDelayFraction a schedule lag above that fraction disturbs, if it is also above {@code scheduleLagNanos} and above the service time
 * @param clockFraction a clock error above that fraction disturbs
 */
public record QualityThresholds(
        double events,
        double pauseFraction,
        double pauseNanos,
        double sendDelayFraction,
        double scheduleLagNanos,
        double clockFraction) {}
