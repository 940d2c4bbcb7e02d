package dev.assay.host;

import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Sample;
import java.util.List;

/**
 * Holds what is known of one machine about one second.
 *
 * @param host the machine, as results name it
 * @param nanoTime end of the second, on the coordinator's {@link System#nanoTime()}
 * @param samples each with the label {@link Labels#HOST}, or {@link Labels#WORKER} of one that runs there
 */
public record HostSample(String host, long nanoTime, List<Sample> samples) {
    public HostSample {
        samples = List.copyOf(samples);
    }

    /** Labels the values of a machine that does not know its name in results. */
    public static HostSample of(String host, long nanoTime, List<Sample> samples) {
        return new HostSample(
                host,
                nanoTime,
                samples.stream()
                        .map(sample -> sample.metric().of(sample.labels().with(Labels.HOST, host), sample.value()))
                        .toList());
    }
}
