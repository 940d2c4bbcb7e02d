package dev.assay.report.chart;

import dev.assay.report.view.Chart;
import dev.assay.report.view.Chart.Axis;
import dev.assay.report.view.Chart.Colour;
import dev.assay.report.view.Chart.DataTable;
import dev.assay.report.view.Chart.Pane;
import dev.assay.report.view.Chart.Points;
import dev.assay.report.view.Chart.Stroke;
import dev.assay.report.view.Chart.Unit;
import java.util.List;

public final class LoadChart {
    private LoadChart() {}

    /**
     * @param endToEnd whether it shows end-to-end latency instead of response times
     * @param percent its percentile, which decides its stroke
     */
    public record Line(String name, boolean endToEnd, double percent, List<Point> points) {}

    /** Holds a point: the offered rate in messages per second, the latency in milliseconds. */
    public record Point(double perSecond, double millis) {}

    /**
     * Draws the lines on a logarithmic axis of latency.
     *
     * @param what the system or point that the lines belong to, for the description only
     */
    public static Chart of(String id, String what, List<Line> lines) {
        Axis up = Axis.logarithmic(
                "",
                Unit.MILLISECONDS,
                lines.stream().flatMap(line -> line.points().stream()).mapToDouble(Point::millis));
        double max = lines.stream()
                .flatMap(line -> line.points().stream())
                .mapToDouble(Point::perSecond)
                .max()
                .orElse(1);
        return new Chart(
                id,
                "",
                "The axis of latency is logarithmic.",
                List.of(new Pane(
                        "",
                        "Latency against offered load, " + what,
                        320,
                        new Axis("offered, msg/s", Unit.MESSAGES_PER_SECOND, false, 0, max, List.of()),
                        up,
                        List.of(),
                        lines.stream().map(line -> drawn(line, up)).toList())),
                new DataTable(
                        List.of("latency", "offered (msg/s)", "milliseconds"),
                        lines.stream()
                                .flatMap(line -> line.points().stream()
                                        .map(point -> List.<Object>of(line.name(), point.perSecond(), point.millis())))
                                .toList()));
    }

    private static Chart.Line drawn(Line line, Axis up) {
        Points points = new Points();
        line.points().forEach(point -> points.add(point.perSecond(), up.place(point.millis())));
        Stroke stroke = line.percent() < 99 ? Stroke.SOLID : line.percent() < 99.5 ? Stroke.DASHED : Stroke.DOTTED;
        return points.line(line.name(), new Colour(line.endToEnd() ? 2 : 0, 0), stroke, 2, true);
    }
}
