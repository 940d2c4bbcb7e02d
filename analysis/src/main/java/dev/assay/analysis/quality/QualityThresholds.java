package dev.assay.analysis.quality;

/**
 * What makes a figure a doubtful one. Shares are from 0 to 1, of the figure.
 *
 * @param events fewer of them above a percentile beyond 95 are too few
 * @param pauseShare a wait for pauses above that share disturbs, if it is also above {@code pauseNanos}
 * @param pauseNanos the same for the mean is a tenth of it
 * @param sendDelayShare a send delay above that share disturbs, if it is also above {@code sendDelayNanos} and above the service time
 * @param clockShare a clock error above that share disturbs
 */
public record QualityThresholds(
        double events,
        double pauseShare,
        double pauseNanos,
        double sendDelayShare,
        double sendDelayNanos,
        double clockShare) {}
