package dev.assay.scenario.study;

/**
 * @param publishedPerSecond the published rate in messages per second; 0 where it was searched for
 * @param perSecond the rate that is offered here; 0 where it is searched for
 * @param factor the factor for everything that depends on the rate
 * @param publishedPartitions the number in the study
 * @param partitions the number here
 * @param ofPeak the maximum part of the peak that the study allows, where that is less than the published part; 0 where nothing
 *     was lowered. Such a cell tests the direction of a claim, and no size
 * @param backlogSeconds how many seconds of load are built up before they are read; 0 for no backlog
 */
public record ScaledLoad(
        double publishedPerSecond,
        double perSecond,
        double factor,
        double ofPeak,
        int publishedPartitions,
        int partitions,
        double backlogSeconds) {
    /** Returns the differences for people; empty where there are none. */
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
