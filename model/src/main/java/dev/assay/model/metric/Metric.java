package dev.assay.model.metric;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Describes a value that is sampled again and again. Its name is an identity, never parsed: whatever there is to know of the
 * value stands beside the name.
 *
 * @param name as Prometheus would have it: lower case, ending in the unit, such as {@code process_resident_memory_bytes}
 * @param labels names of the labels that tell its series apart; a series may lack some of them
 * @param title for charts and tables, such as {@code resident memory}
 * @param help what it counts, in a sentence without full stop
 */
public record Metric(String name, MetricUnit unit, List<String> labels, String title, String help) {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]*");

    public Metric {
        check(name, "a metric");
        labels.forEach(label -> check(label, "a label of " + name));
        if (Set.copyOf(labels).size() < labels.size()) {
            throw new IllegalArgumentException("a label of " + name + " is named twice: " + labels);
        }
        labels = List.copyOf(labels);
    }

    private static void check(String name, String component) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("the name of " + component
                    + " must begin with a letter and contain only lower-case letters, digits and underscores, but is '"
                    + name + "'");
        }
    }

    public Sample of(double value) {
        return of(Labels.NONE, value);
    }

    public Sample of(Labels labels, double value) {
        return new Sample(this, labels, value);
    }
}
