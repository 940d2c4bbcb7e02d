package dev.assay.scenario.study;

/**
 * How the load of a cell was scaled to a machine.
 *
 * @param publishedPerSecond the rate in messages per second that was offered there; 0 where it was searched for
 * @param perSecond the one that is offered here; 0 where it is searched for
 * @param factor by which what depends on the rate was scaled
 * @param publishedPartitions there
 * @param partitions here
 * @param ofPeak the part of the peak that the study lets it be at most, where that is less than it was there; 0 where nothing was lowered. Such a
 *     cell tests the direction of a claim, and no size
 * @param backlogSeconds how many seconds of load are built up before they are read; 0 where nothing is
 */
public record ScaledLoad(
        double publishedPerSecond,
        double perSecond,
        double factor,
        double ofPeak,
        int publishedPartitions,
        int partitions,
        double backlogSeconds) {
    /** What of it differs, for people; empty where nothing does. */
    public String text() {
        StringBuilder text = new StringBuilder();
        if (publishedPerSecond > 0 && publishedPerSecond != perSecond) {
            text.append("%,.0f for %,.0f msg/s (a factor of %.2g".formatted(perSecond, publishedPerSecond, factor))
                    .append(
                            ofPeak > 0
                                    ? ", %.2g of the peak, less than there: it tests the direction)".formatted(ofPeak)
                                    : ")");
        }
        if (publishedPartitions != partitions) {
            text.append(text.isEmpty() ? "" : ", ")
                    .append("%d for %d partitions".formatted(partitions, publishedPartitions));
            if (perSecond > 0) {
                text.append(", %.0f for %.0f msg/s each"
                        .formatted(perSecond / partitions, publishedPerSecond / publishedPartitions));
            }
        }
        if (backlogSeconds > 0) {
            text.append(text.isEmpty() ? "" : ", ").append("a backlog of %.0f s".formatted(backlogSeconds));
        }
        return text.toString();
    }
}
