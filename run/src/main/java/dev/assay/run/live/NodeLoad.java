package dev.assay.run.live;

import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metric;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/**
 * Holds the load of a server of the system, or a machine, in one second; unknown values are empty.
 *
 * @param name of the server, or of the machine
 * @param cpu cores in use by a server; the fraction of a machine's processors that was busy, from 0 to 1
 * @param disk bytes per second that a server wrote; the fraction of the time that a machine's busiest disk was busy, from 0 to 1
 */
public record NodeLoad(String name, OptionalDouble cpu, OptionalDouble disk) {
    /** Returns the servers that were watched in a second, in order of their names. */
    public static List<NodeLoad> servers(List<Sample> samples) {
        return of(samples, Labels.NODE, Metrics.PROCESS_CPU, Metrics.PROCESS_DISK_WRITTEN);
    }

    /** Returns the machines that were watched in a second, in order of their names. */
    public static List<NodeLoad> machines(List<Sample> samples) {
        return of(samples, Labels.HOST, Metrics.HOST_CPU_BUSY, Metrics.HOST_DISK_BUSY);
    }

    private static List<NodeLoad> of(List<Sample> samples, String label, Metric cpu, Metric disk) {
        return samples.stream()
                .filter(sample -> sample.metric().equals(cpu) || sample.metric().equals(disk))
                .map(sample -> sample.labels().get(label))
                .filter(name -> !name.isEmpty())
                .distinct()
                .sorted()
                .map(name -> new NodeLoad(name, value(samples, cpu, label, name), value(samples, disk, label, name)))
                .toList();
    }

    NodeLoad highest(NodeLoad other) {
        return new NodeLoad(name, higher(cpu, other.cpu), higher(disk, other.disk));
    }

    private static OptionalDouble higher(OptionalDouble one, OptionalDouble other) {
        return DoubleStream.concat(one.stream(), other.stream()).max();
    }

    private static OptionalDouble value(List<Sample> samples, Metric metric, String label, String name) {
        return samples.stream()
                .filter(sample ->
                        sample.metric().equals(metric) && sample.labels().has(label, name))
                .mapToDouble(Sample::value)
                .findFirst();
    }
}
