package dev.assay.run.live;

import dev.assay.model.result.LoadTotals;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * Holds about one second of a load, all workers together.
 *
 * @param place where it ended
 * @param endSeconds its end, counted from the start of the load
 * @param lengthSeconds its duration
 * @param counts messages of this second alone
 * @param backlog at its end, in messages
 * @param response the response times that became known in it, in nanoseconds
 * @param endToEnd the end-to-end latencies of what arrived in it, in nanoseconds
 * @param servers of the system, as far as they are watched
 * @param machines that took part, as far as they are watched
 */
public record LoadSecond(
        LoadPlace place,
        double endSeconds,
        double lengthSeconds,
        LoadTotals counts,
        long backlog,
        Histogram response,
        Histogram endToEnd,
        List<NodeLoad> servers,
        List<NodeLoad> machines,
        TimeLeft left) {
    public LoadSecond {
        if (!(lengthSeconds > 0)) {
            throw new IllegalArgumentException("a second of the load has a length above 0 s, not " + lengthSeconds);
        }
        servers = List.copyOf(servers);
        machines = List.copyOf(machines);
    }

    public LoadStatistics statistics() {
        return new LoadStatistics(
                counts.offered() / lengthSeconds, achievedPerSecond(), backlog, counts.failed(), response, endToEnd);
    }

    public boolean isOfPhaseOf(LoadSecond other) {
        return place.phase().equals(other.place.phase());
    }

    double achievedPerSecond() {
        return counts.acked() / lengthSeconds;
    }
}
