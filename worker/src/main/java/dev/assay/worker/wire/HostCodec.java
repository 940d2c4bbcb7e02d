package dev.assay.worker.wire;

import dev.assay.host.HostSample;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metric;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import dev.assay.worker.wire.proto.Figure;
import dev.assay.worker.wire.proto.HostReport;
import java.util.List;
import java.util.TreeMap;

/** What a machine does, to messages and back. Metrics travel by name, so that a new one needs nothing here. */
public final class HostCodec {
    private HostCodec() {}

    /**
     * Figures of about the last second.
     *
     * @param endNanos its end, on the coordinator's clock
     */
    public static HostReport toWire(long endNanos, List<Sample> samples) {
        HostReport.Builder wire = HostReport.newBuilder().setEndNanos(endNanos);
        samples.forEach(sample -> wire.addFigures(toWire(sample)));
        return wire.build();
    }

    static Figure toWire(Sample sample) {
        return Figure.newBuilder()
                .setMetric(sample.metric().name())
                .putAllLabels(sample.labels().values())
                .setValue(sample.value())
                .build();
    }

    /** What the machine can't tell. */
    public static HostReport toWire(List<String> limitations) {
        return HostReport.newBuilder().addAllLimitations(limitations).build();
    }

    /**
     * The figures of a machine.
     *
     * @param host how results name it
     * @throws IllegalArgumentException when the catalogue lacks one of the metrics
     */
    public static HostSample fromWire(String host, HostReport wire) {
        List<Sample> samples =
                wire.getFiguresList().stream().map(HostCodec::fromWire).toList();
        return HostSample.of(host, wire.getEndNanos(), samples);
    }

    static Sample fromWire(Figure wire) {
        Metric metric = Metrics.named(wire.getMetric())
                .orElseThrow(() ->
                        new IllegalArgumentException("a worker sent a metric that is not known: " + wire.getMetric()));
        return metric.of(new Labels(new TreeMap<>(wire.getLabelsMap())), wire.getValue());
    }
}
