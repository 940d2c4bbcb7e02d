package dev.assay.analysis.verdict;

import dev.assay.analysis.verdict.TrialEvidence.HostLoad;
import dev.assay.core.metric.Labels;
import dev.assay.core.metric.Metric;
import dev.assay.core.metric.Metrics;
import dev.assay.core.metric.Sample;
import java.util.Collection;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;

/** Means of the samples that rules are about: one sum for each series, however long the phase. */
final class SampleMeans {
    private static final Set<Metric> HOST_METRICS =
            Set.of(Metrics.HOST_CPU_BUSY, Metrics.HOST_CPU_STEAL, Metrics.HOST_PRESSURE);

    private final Map<Metric, Map<Labels, DoubleSummaryStatistics>> means = new HashMap<>();

    void add(Collection<Sample> samples) {
        for (Sample sample : samples) {
            if (HOST_METRICS.contains(sample.metric()) || sample.metric().equals(Metrics.NODE_SYNCS)) {
                means.computeIfAbsent(sample.metric(), metric -> new HashMap<>())
                        .computeIfAbsent(sample.labels(), labels -> new DoubleSummaryStatistics())
                        .accept(sample.value());
            }
        }
    }

    /** Every machine that one of the figures is about. */
    List<HostLoad> hosts() {
        Set<String> names = new TreeSet<>();
        HOST_METRICS.forEach(metric -> of(metric).keySet().forEach(labels -> names.add(labels.get(Labels.HOST))));
        return names.stream()
                .map(name -> host(Labels.of(Labels.HOST, name), name))
                .toList();
    }

    private HostLoad host(Labels host, String name) {
        Labels memory = host.with(Labels.RESOURCE, "memory").with(Labels.STALL, "some");
        return new HostLoad(
                name,
                mean(Metrics.HOST_CPU_BUSY, host),
                mean(Metrics.HOST_CPU_STEAL, host),
                mean(Metrics.HOST_PRESSURE, memory));
    }

    /** The means of all servers added up; empty where none was counted. */
    OptionalDouble syncsPerSecond() {
        return of(Metrics.NODE_SYNCS).values().stream()
                .mapToDouble(DoubleSummaryStatistics::getAverage)
                .reduce(Double::sum);
    }

    private OptionalDouble mean(Metric metric, Labels labels) {
        DoubleSummaryStatistics known = of(metric).get(labels);
        return known == null ? OptionalDouble.empty() : OptionalDouble.of(known.getAverage());
    }

    private Map<Labels, DoubleSummaryStatistics> of(Metric metric) {
        return means.getOrDefault(metric, Map.of());
    }
}
