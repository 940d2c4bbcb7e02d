package dev.assay.report.chart;

import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metric;
import dev.assay.model.metric.MetricUnit;
import dev.assay.model.metric.Metrics;
import dev.assay.model.result.Series;
import dev.assay.model.result.Series.Track;
import dev.assay.report.chart.Panel.Clock;
import dev.assay.report.chart.Panel.Line;
import dev.assay.report.view.Chart.Unit;
import dev.assay.report.view.Values;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;

/** Arranges the tracks of a series into charts. A metric that no chart was made for gets one of its own. */
final class Panels {
    /** A chart of metrics that belong together. */
    private record Chart(String id, String title, String note, boolean telling, List<PanelLine> lines) {
        /** One that is read first. */
        static Chart telling(String id, String title, String note, PanelLine... lines) {
            return new Chart(id, title, note, true, List.of(lines));
        }

        /** One that is looked up. */
        static Chart beside(String id, String title, String note, PanelLine... lines) {
            return new Chart(id, title, note, false, List.of(lines));
        }

        /** One of a single metric, in the words of the catalogue. */
        static Chart of(String id, boolean telling, Metric metric) {
            return new Chart(id, capitalised(metric.title()), metric.help(), telling, List.of(PanelLine.of(metric)));
        }
    }

    /**
     * What a chart shows of a metric.
     *
     * @param only the labels that a track must have to be shown
     * @param suffix what is added to a line's name; empty for nothing
     */
    private record PanelLine(Metric metric, Labels only, String suffix, String detail, boolean below) {
        static PanelLine of(Metric metric) {
            return new PanelLine(metric, Labels.NONE, "", "", false);
        }

        static PanelLine named(Metric metric, String suffix) {
            return new PanelLine(metric, Labels.NONE, suffix, "", false);
        }

        static PanelLine pressure(String stall) {
            return new PanelLine(Metrics.HOST_PRESSURE, Labels.of(Labels.STALL, stall), "waiting for", "", false);
        }

        static PanelLine ofWrites(String part) {
            return new PanelLine(Metrics.NODE_WRITE_TIME, Labels.of(Labels.PART, part), part, "", false);
        }

        static PanelLine queued(String part) {
            return new PanelLine(Metrics.NODE_QUEUED, Labels.of(Labels.PART, part), "waiting for " + part, "", false);
        }

        static PanelLine up(Metric metric, String detail) {
            return new PanelLine(metric, Labels.NONE, "", detail, false);
        }

        static PanelLine down(Metric metric, String detail) {
            return new PanelLine(metric, Labels.NONE, "", detail, true);
        }

        boolean shows(Track track) {
            return track.metric().equals(metric)
                    && only.values().entrySet().stream()
                            .allMatch(label -> track.labels().has(label.getKey(), label.getValue()));
        }
    }

    private static final List<Chart> CHARTS = List.of(
            Chart.telling(
                    "rate",
                    "Rate",
                    "messages in each second",
                    PanelLine.of(Metrics.OFFERED),
                    PanelLine.of(Metrics.SENT),
                    PanelLine.of(Metrics.ACKED),
                    PanelLine.of(Metrics.RECEIVED),
                    PanelLine.of(Metrics.FAILED)),
            Chart.of("backlog", true, Metrics.BACKLOG),
            Chart.telling(
                    "cpu",
                    "Processor time",
                    "cores in use, by process",
                    PanelLine.of(Metrics.PROCESS_CPU),
                    PanelLine.of(Metrics.HOST_CPU)),
            Chart.of("syncs", true, Metrics.NODE_SYNCS),
            Chart.telling(
                    "disk",
                    "Disk",
                    "writes above the axis, reads below",
                    PanelLine.up(Metrics.PROCESS_DISK_WRITTEN, "write"),
                    PanelLine.up(Metrics.HOST_DISK_WRITTEN, "write"),
                    PanelLine.down(Metrics.PROCESS_DISK_READ, "read"),
                    PanelLine.down(Metrics.HOST_DISK_READ, "read")),
            Chart.telling(
                    "network",
                    "Network",
                    "sent above the axis, received below",
                    PanelLine.up(Metrics.PROCESS_NETWORK_SENT, "out"),
                    PanelLine.up(Metrics.HOST_NETWORK_SENT, "out"),
                    PanelLine.down(Metrics.PROCESS_NETWORK_RECEIVED, "in"),
                    PanelLine.down(Metrics.HOST_NETWORK_RECEIVED, "in")),
            Chart.telling(
                    "machine",
                    "Machine: waiting and stolen time",
                    "fraction of each second; stolen: taken by the hypervisor; waiting: some task waited for it (PSI)",
                    PanelLine.named(Metrics.HOST_CPU_STEAL, "stolen"),
                    PanelLine.pressure("some")),
            Chart.telling(
                    "writes",
                    "Where writes spend their time in servers",
                    "mean of each second's write requests, as reported by servers; queue: waiting for a thread; append: to"
                            + " the log; replicas: waiting for other servers",
                    PanelLine.ofWrites("queue"),
                    PanelLine.ofWrites("append"),
                    PanelLine.ofWrites("replicas")),
            Chart.beside(
                    "answers",
                    "Writes in servers: held back and answered",
                    "mean of each second's write requests, as reported by servers; throttle: held back by a quota; reply:"
                            + " answering",
                    PanelLine.ofWrites("throttle"),
                    PanelLine.ofWrites("reply")),
            Chart.telling(
                    "queues",
                    "Writes waiting in servers",
                    "at the end of each second, as reported by servers; append: for the log; sync: in the log, for"
                            + " the disk; under way: accepted and not yet answered",
                    PanelLine.queued("append"),
                    PanelLine.queued("sync"),
                    PanelLine.named(Metrics.NODE_UNDER_WAY, "under way")),
            Chart.of("commits", true, Metrics.NODE_COMMIT),
            Chart.of("alarms", true, Metrics.NODE_ALARM),
            Chart.of("batches", true, Metrics.CLIENT_BATCH_MESSAGES),
            Chart.telling(
                    "client-waits",
                    "Where messages wait at the client",
                    "as reported by clients; queue: mean time that batches waited to be sent, since their first message;"
                            + " request: mean time from sending to the answer",
                    PanelLine.named(Metrics.CLIENT_QUEUE, "queue"),
                    PanelLine.named(Metrics.CLIENT_REQUEST_TIME, "request")),
            Chart.telling(
                    "client-full",
                    "Producers that could not send",
                    "fraction of their time, as reported by clients; full: waiting for space in the client; held back: by servers",
                    PanelLine.named(Metrics.CLIENT_BUFFER_WAIT, "full"),
                    PanelLine.named(Metrics.CLIENT_HELD_BACK, "held back")),
            Chart.of("server-gc", true, Metrics.NODE_GC_PAUSE),
            Chart.of("idle", false, Metrics.NODE_HANDLERS_IDLE),
            Chart.of("flushes", false, Metrics.NODE_FLUSH),
            Chart.of("throttled", false, Metrics.NODE_THROTTLED),
            Chart.of("requests", false, Metrics.NODE_WRITES),
            Chart.of("pending", false, Metrics.CLIENT_PENDING),
            Chart.of("batch-size", false, Metrics.CLIENT_BATCH_BYTES),
            Chart.of("batch-rate", false, Metrics.CLIENT_BATCHES),
            Chart.of("client-memory", false, Metrics.CLIENT_BUFFER_AVAILABLE),
            Chart.of("fetches", false, Metrics.CLIENT_FETCH_MESSAGES),
            Chart.of("fetch-time", false, Metrics.CLIENT_FETCH_TIME),
            Chart.of("fetch-held", false, Metrics.CLIENT_FETCH_HELD_BACK),
            Chart.of("memory", false, Metrics.PROCESS_MEMORY),
            Chart.of("compilers", false, Metrics.PROCESS_COMPILERS),
            Chart.of("compilers-wait", false, Metrics.PROCESS_COMPILERS_WAIT),
            Chart.of("quota", false, Metrics.WORKER_THROTTLED),
            Chart.beside(
                    "pauses",
                    "Worker pauses",
                    "GC: sum of the second's pauses; hiccup: the second's longest",
                    PanelLine.named(Metrics.WORKER_GC_PAUSE, "GC"),
                    PanelLine.named(Metrics.WORKER_HICCUP, "hiccup")),
            Chart.beside(
                    "stalls",
                    "Workers waiting for memory",
                    "waits reported in each second: their sum over all threads, and the longest",
                    PanelLine.named(Metrics.WORKER_ALLOCATION_STALL, "sum"),
                    PanelLine.named(Metrics.WORKER_LONGEST_ALLOCATION_STALL, "longest")),
            Chart.beside(
                    "standstill",
                    "Machine: all tasks waiting",
                    "fraction of each second in which every task that was not idle waited for it (PSI)",
                    PanelLine.pressure("full")),
            Chart.beside(
                    "busy",
                    "Machine: how busy",
                    "fraction of each second; processors: neither idle nor stolen; disk: the busiest had a request",
                    PanelLine.named(Metrics.HOST_CPU_BUSY, "processors"),
                    PanelLine.named(Metrics.HOST_DISK_BUSY, "disk")),
            Chart.beside(
                    "others",
                    "Processor time of other processes",
                    "cores in use by the process that runs the trial, and by processes that are no part of it",
                    PanelLine.named(Metrics.COORDINATOR_CPU, "coordinator"),
                    PanelLine.named(Metrics.HOST_CPU_FOREIGN, "others")),
            Chart.beside(
                    "clocks",
                    "Clocks of other machines",
                    "against the coordinator's: drift and correction since the trial began, and each second's error",
                    PanelLine.named(Metrics.HOST_CLOCK_DRIFT, "drift"),
                    PanelLine.named(Metrics.HOST_CLOCK_CORRECTION, "correction"),
                    PanelLine.named(Metrics.HOST_CLOCK_ERROR, "error")));

    /** There are dozens of lines for each trial, and a fifth digit, which no chart shows, is a sixth of what they weigh. */
    private static final int SERIES_DIGITS = 4;

    private static final Set<String> OF_SUBSCRIPTION = Set.of(Labels.GROUP, Labels.SUBSCRIPTION);

    /** The labels that say what a track is of. */
    private static final Set<String> SUBJECTS = Set.of(Labels.NODE, Labels.WORKER, Labels.HOST);

    private final Set<Track> left;
    private final boolean severalHosts;
    private final boolean severalSubscriptions;
    private final String note;

    private Panels(Series series, String note) {
        this.note = note;
        this.left = new LinkedHashSet<>(series.tracks());
        this.severalHosts = several(series, Labels.HOST);
        this.severalSubscriptions = several(series, Labels.SUBSCRIPTION);
    }

    private static boolean several(Series series, String label) {
        return series.tracks().stream()
                        .map(track -> track.labels().get(label))
                        .filter(value -> !value.isEmpty())
                        .distinct()
                        .count()
                > 1;
    }

    /**
     * The charts of that series, those of the load first.
     *
     * @param note what is added to the note of each
     */
    static List<Panel> of(Series series, String note) {
        Panels panels = new Panels(series, note);
        List<Panel> made = new ArrayList<>();
        CHARTS.forEach(chart -> made.addAll(panels.panel(chart)));
        made.addAll(panels.others());
        return made;
    }

    private List<Panel> panel(Chart chart) {
        List<Line> lines = new ArrayList<>();
        for (PanelLine line : chart.lines()) {
            List<Track> shown = left.stream().filter(line::shows).toList();
            shown.forEach(left::remove);
            shown.forEach(
                    track -> lines.add(new Line(name(track, line), line.detail(), line.below(), false, values(track))));
        }
        Unit unit = unit(chart.lines().getFirst().metric());
        return lines.isEmpty()
                ? List.of()
                : List.of(new Panel(
                        chart.id(), chart.title(), chart.note() + note, chart.telling(), unit, Clock.SERIES, lines));
    }

    private List<Panel> others() {
        Map<Metric, Chart> charts = new LinkedHashMap<>();
        left.forEach(track ->
                charts.computeIfAbsent(track.metric(), metric -> Chart.of("other-" + charts.size(), false, metric)));
        return charts.values().stream().flatMap(chart -> panel(chart).stream()).toList();
    }

    /** What a line is of: a process or a machine, the chart's word for the metric, and what else tells it from others. */
    private String name(Track track, PanelLine line) {
        StringJoiner name = new StringJoiner(" ").setEmptyValue(track.metric().title());
        String host = track.labels().get(Labels.HOST);
        add(name, track.labels().get(Labels.NODE));
        add(name, track.labels().get(Labels.WORKER));
        add(name, host.isEmpty() ? "" : severalHosts ? "host " + host : "machine");
        add(name, line.suffix());
        String subscription = track.labels().get(Labels.SUBSCRIPTION);
        add(name, subscription.isEmpty() ? "" : track.metric().title());
        add(name, severalSubscriptions ? subscription : "");
        track.labels().values().forEach((label, value) -> {
            boolean known = SUBJECTS.contains(label) || (!subscription.isEmpty() && OF_SUBSCRIPTION.contains(label));
            if (!known && !line.only().has(label, value)) {
                add(name, value);
            }
        });
        return name.toString();
    }

    private static void add(StringJoiner name, String word) {
        if (!word.isEmpty()) {
            name.add(word);
        }
    }

    private static Values values(Track track) {
        double factor = factor(track.metric().unit());
        return Values.of(track.values().map(value -> ChartData.round(value * factor, SERIES_DIGITS)));
    }

    /** What people read with least effort. */
    private static Unit unit(Metric metric) {
        return switch (metric.unit()) {
            case MESSAGES -> Unit.MESSAGES;
            case MESSAGES_PER_SECOND -> Unit.MESSAGES_PER_SECOND;
            case CORES -> Unit.CORES;
            case BYTES -> Unit.BYTES;
            case BYTES_PER_SECOND -> Unit.BYTES_PER_SECOND;
            case SECONDS -> Unit.MILLISECONDS;
            case RATIO -> Unit.PERCENT;
            case PER_SECOND -> Unit.PER_SECOND;
            case REQUESTS -> Unit.REQUESTS;
            case NONE -> Unit.PLAIN;
        };
    }

    /** From the unit of the metric to that of the chart. */
    private static double factor(MetricUnit unit) {
        return switch (unit) {
            case SECONDS -> 1000;
            case RATIO -> 100;
            default -> 1;
        };
    }

    private static String capitalised(String title) {
        return Character.toUpperCase(title.charAt(0)) + title.substring(1);
    }
}
