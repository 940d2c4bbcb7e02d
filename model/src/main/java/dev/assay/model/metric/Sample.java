package dev.assay.model.metric;

/** Holds one value, in the metric's unit. A value that is not known has no sample; it is never zero. */
public record Sample(Metric metric, Labels labels, double value) {
    public Sample {
        if (!metric.labels().containsAll(labels.values().keySet())) {
            throw new IllegalArgumentException(metric.name() + " has the labels " + metric.labels()
                    + ", but a sample came with " + labels.values());
        }
        if (Double.isNaN(value)) {
            throw new IllegalArgumentException("a sample of " + metric.name() + " is not a number; leave it out");
        }
    }
}
