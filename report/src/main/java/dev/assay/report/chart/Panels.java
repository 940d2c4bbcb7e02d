package dev.assay.report.chart;

import dev.assay.core.result.Series;
import dev.assay.report.chart.Panel.Clock;
import dev.assay.report.chart.Panel.Line;
import dev.assay.report.chart.Panel.Unit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Arranges the columns of a series into charts. A column that no chart was made for gets one of its own. */
final class Panels {
    private record Part(String column, String name, String detail, boolean below) {}

    /** A chart of one figure, or of two that belong together, of every process that has it. */
    private record ProcessChart(String id, String title, String note, Unit unit, List<Figure> figures) {}

    /**
     * @param figure the column's name after the process
     * @param suffix what is added to the process's name; empty for none
     */
    private record Figure(String figure, String suffix, String detail, boolean below) {
        static Figure of(String figure) {
            return new Figure(figure, "", "", false);
        }
    }

    private static final Map<String, String> RATES = ordered(
            "offered_per_s", "offered",
            "sent_per_s", "sent",
            "acked_per_s", "acknowledged",
            "received_per_s", "received",
            "failed_per_s", "failed");

    private static final List<ProcessChart> PROCESS_CHARTS = List.of(
            new ProcessChart(
                    "cpu", "Processor time", "cores in use, by process", Unit.CORES, List.of(Figure.of("cpu_cores"))),
            new ProcessChart(
                    "syncs",
                    "Syncs to disk",
                    "calls of fsync and fdatasync in each second, by process",
                    Unit.PER_SECOND,
                    List.of(Figure.of("syncs_per_s"))),
            new ProcessChart(
                    "disk",
                    "Disk",
                    "writes upwards, reads downwards",
                    Unit.BYTES_PER_SECOND,
                    List.of(
                            new Figure("disk_write_bytes_per_s", "", "write", false),
                            new Figure("disk_read_bytes_per_s", "", "read", true))),
            new ProcessChart(
                    "network",
                    "Network",
                    "sent upwards, received downwards",
                    Unit.BYTES_PER_SECOND,
                    List.of(
                            new Figure("net_out_bytes_per_s", "", "out", false),
                            new Figure("net_in_bytes_per_s", "", "in", true))),
            new ProcessChart(
                    "memory",
                    "Resident memory",
                    "at the end of each second",
                    Unit.BYTES,
                    List.of(Figure.of("resident_bytes"))),
            new ProcessChart(
                    "pauses",
                    "Pauses of the workers",
                    "GC: sum of the second's pauses; hiccup: the second's longest",
                    Unit.MILLISECONDS,
                    List.of(new Figure("gc_ms", "GC", "", false), new Figure("hiccup_max_ms", "hiccup", "", false))),
            new ProcessChart(
                    "machine",
                    "Machine: steal and pressure",
                    "share of each second; steal: taken by the hypervisor; psi: some task waited",
                    Unit.PERCENT,
                    List.of(
                            new Figure("steal_percent", "steal", "", false),
                            new Figure("psi_cpu_some_percent", "psi cpu", "", false),
                            new Figure("psi_io_some_percent", "psi io", "", false),
                            new Figure("psi_memory_some_percent", "psi memory", "", false))));

    private final Series series;
    private final Set<String> left;

    private Panels(Series series) {
        this.series = series;
        this.left = new LinkedHashSet<>(series.columns());
        left.remove(Series.TIME);
    }

    /** The charts of that series, those of the load first. */
    static List<Panel> of(Series series) {
        Panels panels = new Panels(series);
        List<Panel> made = new ArrayList<>();
        made.addAll(panels.load());
        PROCESS_CHARTS.forEach(chart -> made.addAll(panels.ofProcesses(chart)));
        made.addAll(panels.others());
        return made;
    }

    private List<Panel> load() {
        List<Panel> made = new ArrayList<>();
        List<Part> rates = RATES.entrySet().stream()
                .filter(entry -> left.contains(entry.getKey()))
                .map(entry -> new Part(entry.getKey(), entry.getValue(), "", false))
                .toList();
        made.addAll(panel(
                new Panel("rate", "Rate", "messages in each second", Unit.MESSAGES_PER_SECOND, Clock.SERIES, List.of()),
                rates));
        if (left.contains("backlog")) {
            made.addAll(panel(
                    new Panel(
                            "backlog",
                            "Backlog",
                            "acknowledged, but not yet received by the slowest subscription",
                            Unit.MESSAGES,
                            Clock.SERIES,
                            List.of()),
                    List.of(new Part("backlog", "backlog", "", false))));
        }
        return made;
    }

    private List<Panel> ofProcesses(ProcessChart chart) {
        List<Part> parts = new ArrayList<>();
        for (Figure figure : chart.figures()) {
            for (String column : left) {
                if (column.endsWith("." + figure.figure())) {
                    String process = column.substring(
                            0, column.length() - figure.figure().length() - 1);
                    String name = figure.suffix().isEmpty() ? process : process + " " + figure.suffix();
                    parts.add(new Part(column, name, figure.detail(), figure.below()));
                }
            }
        }
        return panel(new Panel(chart.id(), chart.title(), chart.note(), chart.unit(), Clock.SERIES, List.of()), parts);
    }

    private List<Panel> others() {
        Map<String, List<Part>> byFigure = new TreeMap<>();
        for (String column : left) {
            int dot = column.lastIndexOf('.');
            String figure = column.substring(dot + 1);
            byFigure.computeIfAbsent(figure, key -> new ArrayList<>())
                    .add(new Part(column, dot < 0 ? column : column.substring(0, dot), "", false));
        }
        List<Panel> made = new ArrayList<>();
        byFigure.forEach((figure, parts) -> made.addAll(panel(
                new Panel("other-" + made.size(), figure, "as recorded", unitOf(figure), Clock.SERIES, List.of()),
                parts)));
        return made;
    }

    private List<Panel> panel(Panel frame, List<Part> parts) {
        if (parts.isEmpty()) {
            return List.of();
        }
        List<Line> lines = new ArrayList<>();
        for (Part part : parts) {
            left.remove(part.column());
            lines.add(new Line(part.name(), part.detail(), part.below(), false, column(part.column())));
        }
        return List.of(new Panel(frame.id(), frame.title(), frame.note(), frame.unit(), frame.clock(), lines));
    }

    private Values column(String name) {
        int index = series.columns().indexOf(name);
        return Values.of(series.rows().stream().mapToDouble(row -> row[index]));
    }

    private static Unit unitOf(String figure) {
        Map<String, Unit> suffixes = new LinkedHashMap<>();
        suffixes.put("_bytes_per_s", Unit.BYTES_PER_SECOND);
        suffixes.put("_bytes", Unit.BYTES);
        suffixes.put("_per_s", Unit.PER_SECOND);
        suffixes.put("_ms", Unit.MILLISECONDS);
        suffixes.put("_percent", Unit.PERCENT);
        suffixes.put("_cores", Unit.CORES);
        return suffixes.entrySet().stream()
                .filter(entry -> figure.endsWith(entry.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(Unit.PLAIN);
    }

    private static Map<String, String> ordered(String... pairs) {
        Map<String, String> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put(pairs[i], pairs[i + 1]);
        }
        return map;
    }
}
