package dev.assay.report.chart;

import dev.assay.analysis.queue.QueueRate;
import dev.assay.analysis.queue.QueueRate.Point;
import dev.assay.model.result.Interval;
import dev.assay.report.text.Formats;
import dev.assay.report.view.Chart;
import dev.assay.report.view.Chart.Axis;
import dev.assay.report.view.Chart.Colour;
import dev.assay.report.view.Chart.DataTable;
import dev.assay.report.view.Chart.Pane;
import dev.assay.report.view.Chart.Points;
import dev.assay.report.view.Chart.Stroke;
import dev.assay.report.view.Chart.Tick;
import dev.assay.report.view.Chart.Unit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/**
 * Draws the rate at which queues were read against the number of their consumers: a line for each system, and the rate that
 * this number of consumers can read.
 */
public final class QueueChart {
    private static final int HEIGHT = 300;

    /** Counts the shades of a colour, for several lines of one system. */
    private static final int SHADES = 4;

    private QueueChart() {}

    /** @param rates of the group, at least one */
    public static Chart of(String id, List<QueueRate> rates, SystemColours colours) {
        TreeSet<Integer> counts = rates.stream()
                .flatMap(rate -> rate.points().stream())
                .map(Point::consumers)
                .collect(Collectors.toCollection(TreeSet::new));
        boolean logarithmic = counts.last() >= 10 * counts.first();
        double margin = 0.05 * (counts.last() - counts.first());
        Axis across = new Axis(
                "consumers",
                Unit.PLAIN,
                logarithmic,
                logarithmic ? counts.first() / 1.1 : counts.first() - margin,
                logarithmic ? counts.last() * 1.1 : counts.last() + margin,
                counts.stream()
                        .map(count -> new Tick(count, String.valueOf(count)))
                        .toList());
        // Both axes are logarithmic or linear, so that proportional growth is a straight line.
        Axis up = Axis.of(
                "",
                Unit.MESSAGES_PER_SECOND,
                rates.stream().flatMapToDouble(QueueChart::values),
                logarithmic ? 0 : Double.POSITIVE_INFINITY);
        List<Chart.Line> lines = new ArrayList<>();
        Map<String, Integer> shades = new HashMap<>();
        for (QueueRate rate : rates) {
            int shade = shades.merge(rate.system(), 1, Integer::sum) - 1;
            addLine(lines, rate, new Colour(colours.of(rate.system()), shade % SHADES), across, up);
        }
        most(rates).forEach((name, points) -> lines.add(points.line(name, Colour.QUIET, Stroke.DASHED, 2, false)));
        return new Chart(
                id,
                "Rate against consumers of " + rates.getFirst().group(),
                "Small dots are trials, large ones the typical trial, with its 95 % interval if there are three or more. The dashed line is what so many consumers can read."
                        + (logarithmic ? " Both axes are logarithmic." : ""),
                List.of(new Pane("", summary(rates), HEIGHT, across, up, List.of(), lines)),
                data(rates));
    }

    private static DoubleStream values(QueueRate rate) {
        return rate.points().stream()
                .flatMapToDouble(point -> DoubleStream.concat(
                        DoubleStream.concat(
                                point.perSecond().values().stream().mapToDouble(each -> each),
                                point.interval().stream()
                                        .flatMapToDouble(seen -> DoubleStream.of(seen.low(), seen.high()))),
                        rate.most(point.consumers()).stream()));
    }

    private static void addLine(List<Chart.Line> lines, QueueRate rate, Colour colour, Axis across, Axis up) {
        Points typical = new Points();
        Points trials = new Points();
        Points intervals = new Points();
        for (Point point : rate.points()) {
            double x = across.place(point.consumers());
            typical.add(x, up.place(point.centre()));
            point.perSecond().values().forEach(each -> trials.add(x, up.place(each)));
            point.interval().ifPresent(seen -> intervals.segment(x, up.place(seen.low()), x, up.place(seen.high())));
        }
        lines.add(trials.dots(rate.subject(), colour, 4));
        lines.add(intervals.line(rate.subject(), colour, Stroke.SOLID, 2, false));
        lines.add(typical.line(rate.subject(), colour, Stroke.SOLID, 2, true));
    }

    /** Draws the rate that consumers can read at most, one line for all systems with the same limit. */
    private static Map<String, Points> most(List<QueueRate> rates) {
        Map<Double, TreeMap<Integer, Double>> byConsumer = new TreeMap<>();
        for (QueueRate rate : rates) {
            for (Point point : rate.points()) {
                rate.most(1)
                        .ifPresent(each -> byConsumer
                                .computeIfAbsent(each, _ -> new TreeMap<>())
                                .put(point.consumers(), each * point.consumers()));
            }
        }
        Map<String, Points> lines = new TreeMap<>();
        byConsumer.forEach((each, points) -> {
            Points line = new Points();
            points.forEach(line::add);
            lines.put("possible at " + Formats.rate(each) + " for each consumer", line);
        });
        return lines;
    }

    private static String summary(List<QueueRate> rates) {
        return rates.stream()
                .map(rate -> rate.subject() + ": "
                        + rate.points().stream()
                                .map(point -> Formats.counted(point.consumers(), "consumer") + " "
                                        + Formats.rate(point.centre()))
                                .collect(Collectors.joining(", ")))
                .collect(Collectors.joining("; ", "", "."));
    }

    private static DataTable data(List<QueueRate> rates) {
        List<List<Object>> rows = new ArrayList<>();
        for (QueueRate rate : rates) {
            for (Point point : rate.points()) {
                rows.add(List.of(
                        rate.subject(),
                        point.consumers(),
                        point.centre(),
                        point.interval().<Object>map(Interval::low).orElse(""),
                        point.interval().<Object>map(Interval::high).orElse(""),
                        rate.most(point.consumers()).stream()
                                .<Object>mapToObj(most -> most)
                                .findFirst()
                                .orElse(""),
                        point.perSecond().n()));
            }
        }
        return new DataTable(
                List.of(
                        "of",
                        "consumers",
                        "typical (msg/s)",
                        "95 % from (msg/s)",
                        "95 % to (msg/s)",
                        "possible (msg/s)",
                        "n (trials)"),
                rows);
    }
}
