package dev.assay.driver.metric;

import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metric;
import dev.assay.model.metric.Sample;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What all clients of a worker have done in an interval: their sums are added, and divided at the end. */
public final class ClientSums {
    private final double seconds;
    private final Map<Metric, Quotient> quotients = new LinkedHashMap<>();

    private record Quotient(double sum, double count) {}

    /** @param seconds the length of the interval */
    public ClientSums(double seconds) {
        this.seconds = seconds;
    }

    /** The length of the interval. */
    public double seconds() {
        return seconds;
    }

    /** Adds to a mean: what so many had together. */
    public void mean(Metric metric, double sum, double count) {
        if (Double.isFinite(sum) && sum >= 0 && Double.isFinite(count) && count > 0) {
            quotients.merge(
                    metric,
                    new Quotient(sum, count),
                    (one, other) -> new Quotient(one.sum + other.sum, one.count + other.count));
        }
    }

    /** Adds to a rate: so many in the interval. */
    public void perSecond(Metric metric, double count) {
        add(metric, count / seconds);
    }

    /** Adds to what all clients have together. */
    public void add(Metric metric, double amount) {
        if (Double.isFinite(amount) && amount >= 0) {
            quotients.merge(metric, new Quotient(amount, 1), (one, other) -> new Quotient(one.sum + other.sum, 1));
        }
    }

    /** What one client has, of which the least of all is told. */
    public void min(Metric metric, double amount) {
        if (Double.isFinite(amount) && amount >= 0) {
            quotients.merge(
                    metric, new Quotient(amount, 1), (one, other) -> new Quotient(Math.min(one.sum, other.sum), 1));
        }
    }

    /** One sample of each metric that something was added to. */
    public List<Sample> samples() {
        List<Sample> samples = new ArrayList<>();
        quotients.forEach((metric, all) -> samples.add(metric.of(Labels.NONE, all.sum / all.count)));
        return samples;
    }
}
