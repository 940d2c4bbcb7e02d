package dev.assay.run.live;

import dev.assay.model.result.LoadTotals;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Merges some seconds of a load: their histograms, and the worst values of single seconds. */
public final class LoadWindow {
    private int seconds;
    private double lengthSeconds;
    private LoadTotals counts = LoadTotals.ZERO;
    private long highestBacklog;
    private double lowestPerSecond = Double.POSITIVE_INFINITY;
    private long longestP99Nanos;
    private Histogram response = new Histogram(3);
    private Histogram endToEnd = new Histogram(3);
    private final SortedMap<String, NodeLoad> servers = new TreeMap<>();
    private final SortedMap<String, NodeLoad> machines = new TreeMap<>();
    private @Nullable LoadSecond last;

    public void add(LoadSecond second) {
        seconds++;
        lengthSeconds += second.lengthSeconds();
        counts = counts.plus(second.counts());
        highestBacklog = Math.max(highestBacklog, second.backlog());
        lowestPerSecond = Math.min(lowestPerSecond, second.achievedPerSecond());
        longestP99Nanos = Math.max(longestP99Nanos, second.response().getValueAtPercentile(99));
        response.add(second.response());
        endToEnd.add(second.endToEnd());
        second.servers().forEach(server -> servers.merge(server.name(), server, NodeLoad::highest));
        second.machines().forEach(machine -> machines.merge(machine.name(), machine, NodeLoad::highest));
        last = second;
    }

    public int seconds() {
        return seconds;
    }

    /** Returns the latest second; empty where there is none. */
    public Optional<LoadSecond> last() {
        return Optional.ofNullable(last);
    }

    /** Returns mean rates, percentiles of all samples, and the highest backlog. */
    public LoadStatistics statistics() {
        double length = Math.max(lengthSeconds, Double.MIN_NORMAL);
        return new LoadStatistics(
                counts.offered() / length,
                counts.acked() / length,
                highestBacklog,
                counts.failed(),
                response.copy(),
                endToEnd.copy());
    }

    /** Returns the highest values of each server in any second. */
    public List<NodeLoad> servers() {
        return List.copyOf(servers.values());
    }

    /** Returns the highest values of each machine in any second. */
    public List<NodeLoad> machines() {
        return List.copyOf(machines.values());
    }

    /** Returns the fewest acknowledged messages per second in any second; infinite where there is none. */
    public double lowestPerSecond() {
        return lowestPerSecond;
    }

    /** Returns the longest 99th percentile of response times in any second, in nanoseconds; 0 where nothing was answered. */
    public long longestP99Nanos() {
        return longestP99Nanos;
    }

    public void clear() {
        seconds = 0;
        lengthSeconds = 0;
        counts = LoadTotals.ZERO;
        highestBacklog = 0;
        lowestPerSecond = Double.POSITIVE_INFINITY;
        longestP99Nanos = 0;
        response = new Histogram(3);
        endToEnd = new Histogram(3);
        servers.clear();
        machines.clear();
        last = null;
    }
}
