package dev.assay.report.chart;

import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metric;
import dev.assay.model.metric.MetricUnit;
import dev.assay.model.metric.Metrics;
import dev.assay.model.resource.TextResource;
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

/** Arranges the tracks of a series into charts; a metric that is in none of the configured charts gets one of its own. */
final class Panels {
    /** @param first whether it is among the charts that are read first */
    private record Chart(String id, String title, String note, boolean first, List<PanelLine> lines) {
        /** Returns a chart of a single metric, with the catalogue's title and meaning. */
        static Chart of(String id, boolean first, Metric metric) {
            PanelLine line = new PanelLine(metric, Labels.NONE, "", "", false);
            return new Chart(id, capitalised(metric.title()), metric.help(), first, new ArrayList<>(List.of(line)));
        }
    }

    /**
     * Selects the tracks of a metric that a chart shows.
     *
     * @param only labels that a track must have to be shown
     * @param suffix appended to a line's name; empty for nothing
     */
    private record PanelLine(Metric metric, Labels only, String suffix, String detail, boolean below) {
        boolean shows(Track track) {
            return track.metric().equals(metric)
                    && only.values().entrySet().stream()
                            .allMatch(label -> track.labels().has(label.getKey(), label.getValue()));
        }
    }

    /** Counts the cells that describe a chart with title and note, which are also the most that describe a line. */
    private static final int CELLS = 4;

    private static final List<Chart> CHARTS = parse(TextResource.of(Panels.class, "charts.txt"));

    /**
     * Limits the significant digits of series. Each trial has dozens of lines, and a fifth digit, which no chart shows,
     * would be a sixth of their size.
     */
    private static final int SERIES_DIGITS = 4;

    private static final Set<String> OF_SUBSCRIPTION = Set.of(Labels.GROUP, Labels.SUBSCRIPTION);

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

    /**
     * Reads the configuration of charts.
     *
     * @throws IllegalArgumentException when a line is neither a chart nor one of its lines, or names a metric that is not in the catalogue
     */
    private static List<Chart> parse(String text) {
        List<Chart> charts = new ArrayList<>();
        for (String written : TextResource.lines(text)) {
            List<String> cells = List.of(written.strip().split(" *\\| *", -1));
            if (written.startsWith(" ") && !charts.isEmpty() && cells.size() <= CELLS) {
                charts.getLast().lines().add(line(cells));
                continue;
            }
            boolean first = cells.contains("first");
            if (cells.size() < CELLS - 1
                    || cells.size() > CELLS
                    || !cells.get(1).equals(first ? "first" : "later")) {
                throw new IllegalArgumentException("expected a chart or one of its lines, but found: " + written);
            }
            charts.add(
                    cells.size() == CELLS
                            ? new Chart(cells.getFirst(), cells.get(2), cells.get(3), first, new ArrayList<>())
                            : Chart.of(cells.getFirst(), first, metric(cells.get(2))));
        }
        return charts;
    }

    private static PanelLine line(List<String> cells) {
        String[] shown = cells.getFirst().split("[ =]", -1);
        return new PanelLine(
                metric(shown[0]),
                shown.length == 3 ? Labels.of(shown[1], shown[2]) : Labels.NONE,
                cells.size() > 1 ? cells.get(1) : "",
                cells.size() > 2 ? cells.get(2) : "",
                cells.size() == CELLS && cells.getLast().equals("down"));
    }

    private static Metric metric(String name) {
        return Metrics.named(name)
                .orElseThrow(() -> new IllegalArgumentException("the catalogue has no metric " + name));
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
     * Returns the charts of a series, those of the load first.
     *
     * @param note appended to the note of each
     */
    static List<Panel> of(Series series, String note) {
        Panels panels = new Panels(series, note);
        List<Panel> all = new ArrayList<>();
        CHARTS.forEach(chart -> all.addAll(panels.panel(chart)));
        all.addAll(panels.furtherPanels());
        return all;
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
                        chart.id(), chart.title(), chart.note() + note, chart.first(), unit, Clock.SERIES, lines));
    }

    private List<Panel> furtherPanels() {
        Map<Metric, Chart> charts = new LinkedHashMap<>();
        left.forEach(track ->
                charts.computeIfAbsent(track.metric(), metric -> Chart.of("other-" + charts.size(), false, metric)));
        return charts.values().stream().flatMap(chart -> panel(chart).stream()).toList();
    }

    /** Names a line by its process or machine, the chart's word for the metric, and what else distinguishes it. */
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
