package dev.assay.store;

import static java.util.Map.entry;

import dev.assay.core.metric.Labels;
import dev.assay.core.metric.Metric;
import dev.assay.core.metric.MetricUnit;
import dev.assay.core.metric.Metrics;
import dev.assay.store.SeriesReader.Track;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Reads the rows of a {@code series.csv} of format 1: one line a second, one column a figure. Names of columns were
 * {@code process.figure} with the unit at the end; nothing else knows of them.
 */
final class WideRows implements Consumer<String> {
    private static final String MACHINE = "machine";
    private static final double PERCENT = 0.01;
    private static final double MILLIS = 0.001;

    private static final Map<String, Figure> LOAD = Map.of(
            "offered_per_s", of(Metrics.OFFERED),
            "sent_per_s", of(Metrics.SENT),
            "acked_per_s", of(Metrics.ACKED),
            "failed_per_s", of(Metrics.FAILED),
            "received_per_s", of(Metrics.RECEIVED),
            "backlog", of(Metrics.BACKLOG));

    private static final Map<String, Figure> OF_PROCESS = Map.of(
            "cpu_cores", of(Metrics.PROCESS_CPU),
            "resident_bytes", of(Metrics.PROCESS_MEMORY),
            "disk_read_bytes_per_s", of(Metrics.PROCESS_DISK_READ),
            "disk_write_bytes_per_s", of(Metrics.PROCESS_DISK_WRITTEN),
            "net_in_bytes_per_s", of(Metrics.PROCESS_NETWORK_RECEIVED),
            "net_out_bytes_per_s", of(Metrics.PROCESS_NETWORK_SENT),
            "syncs_per_s", of(Metrics.NODE_SYNCS),
            "gc_ms", new Figure(Metrics.WORKER_GC_PAUSE, Labels.NONE, MILLIS),
            "hiccup_max_ms", new Figure(Metrics.WORKER_HICCUP, Labels.NONE, MILLIS));

    private static final Map<String, Figure> OF_MACHINE = Map.ofEntries(
            entry("cpu_cores", of(Metrics.HOST_CPU)),
            entry("steal_percent", new Figure(Metrics.HOST_CPU_STEAL, Labels.NONE, PERCENT)),
            entry("disk_read_bytes_per_s", of(Metrics.HOST_DISK_READ)),
            entry("disk_write_bytes_per_s", of(Metrics.HOST_DISK_WRITTEN)),
            entry("busiest_disk_percent", new Figure(Metrics.HOST_DISK_BUSY, Labels.NONE, PERCENT)),
            entry("loopback_bytes_per_s", of(Metrics.HOST_LOOPBACK)),
            entry("net_in_bytes_per_s", of(Metrics.HOST_NETWORK_RECEIVED)),
            entry("net_out_bytes_per_s", of(Metrics.HOST_NETWORK_SENT)),
            entry("memory_available_bytes", of(Metrics.HOST_MEMORY_AVAILABLE)),
            entry("psi_cpu_some_percent", pressure("cpu", "some")),
            entry("psi_io_some_percent", pressure("io", "some")),
            entry("psi_io_full_percent", pressure("io", "full")),
            entry("psi_memory_some_percent", pressure("memory", "some")),
            entry("psi_memory_full_percent", pressure("memory", "full")));

    private final List<Figure> figures;
    private static final String RECORDED = "recorded_";

    private final List<String> workers;
    private final SeriesReader reader;
    private final List<Track> tracks;

    /** @param factor from the unit of the column to that of the metric */
    private record Figure(Metric metric, Labels labels, double factor) {
        Figure with(String label, String value) {
            return new Figure(metric, labels.with(label, value), factor);
        }
    }

    WideRows(List<String> header, List<String> workers, SeriesReader reader) {
        this.workers = workers;
        this.reader = reader;
        this.figures = header.stream().skip(1).map(this::figure).toList();
        this.tracks = figures.stream()
                .map(figure -> new Track(figure.metric(), figure.labels()))
                .toList();
    }

    private static Figure of(Metric metric) {
        return new Figure(metric, Labels.NONE, 1);
    }

    private static Figure pressure(String resource, String stall) {
        return new Figure(
                Metrics.HOST_PRESSURE, Labels.of(Labels.RESOURCE, resource).with(Labels.STALL, stall), PERCENT);
    }

    private Figure figure(String column) {
        int dot = column.lastIndexOf('.');
        String process = dot < 0 ? "" : column.substring(0, dot);
        String figure = column.substring(dot + 1);
        if (process.isEmpty()) {
            return LOAD.getOrDefault(figure, unknown(figure));
        }
        if (process.equals(MACHINE)) {
            return OF_MACHINE.getOrDefault(figure, unknown(figure)).with(Labels.HOST, Metrics.COORDINATOR);
        }
        return OF_PROCESS
                .getOrDefault(figure, unknown(figure))
                .with(workers.contains(process) ? Labels.WORKER : Labels.NODE, process);
    }

    private static Figure unknown(String figure) {
        String name = RECORDED + figure.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_]", "_");
        return of(recorded(name, MetricUnit.NONE, List.of(Labels.NODE, Labels.WORKER, Labels.HOST)));
    }

    /** A metric that the catalogue does not have; its words are all that people can be told of it. */
    static Metric recorded(String name, MetricUnit unit, List<String> labels) {
        String words = name.replaceFirst("^" + RECORDED, "").replace('_', ' ').strip();
        return new Metric(
                name,
                unit,
                labels,
                words.isEmpty() ? name : words,
                "recorded as " + name + ", which this version of Assay has no description of");
    }

    @Override
    public void accept(String line) {
        String[] fields = line.split(",", -1);
        SeriesReader.checkFields(fields.length, figures.size() + 1);
        reader.at(Double.parseDouble(fields[0]));
        for (int i = 1; i < fields.length; i++) {
            if (!fields[i].isEmpty()) {
                double value =
                        Double.parseDouble(fields[i]) * figures.get(i - 1).factor();
                reader.put(tracks.get(i - 1), value);
            }
        }
    }
}
