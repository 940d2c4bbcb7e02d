package dev.assay.report.view;

import dev.assay.model.display.Figure;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;

/**
 * Holds a chart as data, including its axes and colours; one script draws all charts with the page's library.
 * Without scripts, readers find its values in a table.
 *
 * @param id unique within the page
 * @param title its content; empty where its section says so
 * @param note what a reader has to know to read it right
 * @param panes drawn side by side where there is room
 * @param data all drawn values, for the table and as CSV
 */
public record Chart(String id, String title, String note, List<Pane> panes, DataTable data) implements Block {
    /** Gives the ratio of values from which a linear axis would crowd all but the largest into a corner. */
    private static final double FAR_APART = 10;

    private static final double SMALLEST_ON_LOGARITHMIC_AXIS = 0.001;

    public Chart {
        panes = List.copyOf(panes);
    }

    /**
     * @param summary the plot in words, for those who can't see it
     * @param height in pixels, without the legend
     * @param bands where a difference does not matter, on the horizontal axis
     */
    public record Pane(
            String title, String summary, int height, Axis across, Axis up, List<Band> bands, List<Line> lines) {}

    public record Band(double from, double to) {}

    public record Tick(double at, String text) {}

    public enum Unit {
        MILLISECONDS("ms"),
        SECONDS("s"),
        MESSAGES_PER_SECOND("msg/s"),
        MESSAGES("messages"),
        CORES("cores"),
        BYTES("bytes"),
        BYTES_PER_SECOND("bytes/s"),
        PERCENT("%"),
        PER_SECOND("per second"),
        REQUESTS("requests"),
        RATIO(""),
        /** Values are a percentile q as 1/(1−q): 10 is 90 %, 100 is 99 %. */
        NINES(""),
        PLAIN("");

        private final String symbol;

        Unit(String symbol) {
            this.symbol = symbol;
        }

        public String symbol() {
            return symbol;
        }
    }

    /**
     * Holds an axis from {@code min} to {@code max}.
     *
     * @param ticks positions with texts; empty to leave them to the library
     */
    public record Axis(String name, Unit unit, boolean logarithmic, double min, double max, List<Tick> ticks) {
        /** Returns an axis of values above zero: linear from zero to a round value, or from decade to decade where they are far apart. */
        public static Axis of(String name, Unit unit, DoubleStream data) {
            return of(name, unit, data, FAR_APART);
        }

        /** Returns a logarithmic axis from decade to decade. */
        public static Axis logarithmic(String name, Unit unit, DoubleStream data) {
            return of(name, unit, data, 0);
        }

        /** Returns an axis that is logarithmic where the largest value is at least {@code factor} times the smallest. */
        public static Axis of(String name, Unit unit, DoubleStream data, double factor) {
            double[] sorted = data.map(shown -> Math.max(SMALLEST_ON_LOGARITHMIC_AXIS, shown))
                    .sorted()
                    .toArray();
            double low = sorted.length == 0 ? 1 : sorted[0];
            double high = sorted.length == 0 ? FAR_APART : sorted[sorted.length - 1];
            if (high < factor * low) {
                return new Axis(name, unit, false, 0, upTo(high), List.of());
            }
            double from = Math.pow(10, Math.floor(Math.log10(low) + 1e-9));
            double to = Math.pow(10, Math.ceil(Math.log10(high) - 1e-9));
            return new Axis(name, unit, true, from, to > from ? to : 10 * from, List.of());
        }

        /** Returns an axis of rows from the top downwards, the first of which is at 0 and the next at −1. */
        public static Axis rows(List<String> names) {
            List<Tick> ticks = new ArrayList<>();
            for (int row = 0; row < names.size(); row++) {
                ticks.add(new Tick(-row, names.get(row)));
            }
            return new Axis("", Unit.PLAIN, false, 0.5 - names.size(), 0.5, ticks);
        }

        /**
         * Returns the end of a linear axis: the first multiple, at or above {@code high}, of a round step that is at least a quarter of it.
         */
        private static double upTo(double high) {
            double power = Math.pow(10, Math.floor(Math.log10(high / 4)));
            double step = DoubleStream.of(1, 2, 5, 10)
                    .map(factor -> factor * power)
                    .filter(each -> each >= high / 4 * (1 - 1e-9))
                    .findFirst()
                    .orElse(10 * power);
            return Math.ceil(high / step - 1e-9) * step;
        }

        /** Returns where a value is drawn: on the axis, however far outside it lies. */
        public double place(double shown) {
            return Math.clamp(shown, min, max);
        }
    }

    /**
     * @param place in the palette; −1 for that of quiet texts
     * @param shade which of four, from 0
     */
    public record Colour(int place, int shade) {
        public static final Colour QUIET = new Colour(-1, 0);

        public static final Colour STRONG = new Colour(0, 0);
    }

    /** Names the styles of lines; dots have none. */
    public enum Stroke {
        SOLID,
        DASHED,
        DOTTED,
        DASH_DOT,
        NONE
    }

    /**
     * @param name its entry in the legend, shared by lines of the same name; empty for none
     * @param width of the line in pixels, or of its dots where there is no line
     * @param dots whether each point has a dot
     * @param across positions on the horizontal axis; NaN breaks the line
     * @param up positions on the vertical axis
     */
    public record Line(
            String name, Colour colour, Stroke stroke, double width, boolean dots, Values across, Values up) {}

    public static final class Points {
        private final List<Double> across = new ArrayList<>();
        private final List<Double> up = new ArrayList<>();

        public Points add(double x, double y) {
            across.add(x);
            up.add(y);
            return this;
        }

        /** Adds a line between two points that is joined to no other. */
        public Points segment(double x, double y, double toX, double toY) {
            return add(x, y).add(toX, toY).gap();
        }

        /** Separates the next point from the previous one. */
        public Points gap() {
            return add(Double.NaN, Double.NaN);
        }

        public Line line(String name, Colour colour, Stroke stroke, double width, boolean dots) {
            return new Line(name, colour, stroke, width, dots, values(across), values(up));
        }

        public Line dots(String name, Colour colour, double width) {
            return line(name, colour, Stroke.NONE, width, true);
        }

        private static Values values(List<Double> values) {
            return Values.of(values.stream().mapToDouble(value -> value));
        }
    }

    /** Holds the values of a chart: texts and numbers, a row for each drawn item. */
    public record DataTable(List<String> columns, List<List<Object>> rows) {
        private static final int DIGITS = 5;

        /** Writes a value with five significant digits and without separators, for people and programs. */
        public static String text(Object shown) {
            if (!(shown instanceof Number number)) {
                return shown.toString();
            }
            double value = number.doubleValue();
            return value == Math.rint(value) && Math.abs(value) < 1e15
                    ? String.format(Locale.ROOT, "%.0f", value)
                    : Figure.plain(new BigDecimal(String.format(Locale.ROOT, "%." + DIGITS + "g", value)));
        }

        /** Tells whether a value is a number, which a spreadsheet may read as one. */
        public static boolean number(Object shown) {
            return shown instanceof Number;
        }
    }
}
