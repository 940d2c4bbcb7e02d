package dev.assay.driver.metric;

import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metric;
import dev.assay.model.metric.Sample;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Adds up what all clients of a worker have done in an interval, and divides at the end. */
public final class ClientSums {
    private final double seconds;
    private final Map<Metric, Quotient> quotients = new LinkedHashMap<>();

    private record Quotient(double sum, double count) {}

    /** @param seconds the length of the interval */
    public ClientSums(double seconds) {
        this.seconds = seconds;
    }

    public double seconds() {
        return seconds;
    }

    public void mean(Metric metric, double sum, double count) {
        if (Double.isFinite(sum) && sum >= 0 && Double.isFinite(count) && count > 0) {
            quotients.merge(
                    metric,
                    new Quotient(sum, count),
                    (one, other) -> new Quotient(one.sum + other.sum, one.count + other.count));
        }
    }

    /** Adds to a rate: how often something happened in the interval. */
    public void perSecond(Metric metric, double count) {
        add(metric, count / seconds);
    }

    /** Adds to an amount that all clients have together. */
    public void add(Metric metric, double amount) {
        if (Double.isFinite(amount) && amount >= 0) {
            quotients.merge(metric, new Quotient(amount, 1), (one, other) -> new Quotient(one.sum + other.sum, 1));
        }
    }

    /** Adds one client's amount; the smallest of all clients is reported. */
    public void min(Metric metric, double amount) {
        if (Double.isFinite(amount) && amount >= 0) {
            quotients.merge(
                    metric, new Quotient(amount, 1), (one, other) -> new Quotient(Math.min(one.sum, other.sum), 1));
        }
    }

    /** Returns one sample of each metric that something was added to. */
    public List<Sample> samples() {
        List<Sample> samples = new ArrayList<>();
        quotients.forEach((metric, all) -> samples.add(metric.of(Labels.NONE, all.sum / all.count)));
        return samples;
    }
}
