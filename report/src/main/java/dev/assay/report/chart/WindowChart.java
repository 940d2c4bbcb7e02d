package dev.assay.report.chart;

import dev.assay.scenario.study.ChartRecord;
import dev.assay.scenario.study.ChartRecord.BlockRecord;
import dev.assay.scenario.study.ChartRecord.LineRecord;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Windows over time, cell by cell, drawn as SVG: it needs no script, and its colours are those of the page's style. */
public final class WindowChart {
    private static final int WIDTH = 560;
    private static final int HEIGHT = 250;
    private static final int LEFT = 62;
    private static final int RIGHT = 14;
    private static final int TOP = 12;
    private static final int BOTTOM = 42;
    private static final int STEPS = 5;

    /** From there on a linear axis would hide all but the highest line. */
    private static final double FAR_APART = 10;

    /** An instant more than that many windows after the last is no neighbour: the line is broken. */
    private static final double GAP = 1.5;

    private static final double MIN_MILLIS = 0.001;
    private static final List<Integer> ROUND = List.of(1, 2, 5, 10);

    private WindowChart() {}

    /** What is drawn where. */
    private record Scale(double lastSecond, boolean logarithmic, double lowest, double highest) {
        static Scale of(ChartRecord chart) {
            double last = blocks(chart)
                    .flatMap(block -> block.seconds().stream())
                    .mapToDouble(Double::doubleValue)
                    .max()
                    .orElse(0);
            double low = millis(chart).min().orElse(1);
            double high = millis(chart).max().orElse(1);
            double end = last + chart.windowSeconds();
            if (high > FAR_APART * low) {
                return new Scale(end, true, Math.floor(Math.log10(low)), Math.ceil(Math.log10(high) + 1e-9));
            }
            double step = step(high / STEPS);
            return new Scale(end, false, 0, Math.ceil(high / step) * step);
        }

        double x(double second) {
            return LEFT + second / lastSecond * (WIDTH - LEFT - RIGHT);
        }

        double y(double millis) {
            double place = logarithmic ? Math.log10(Math.max(MIN_MILLIS, millis)) : millis;
            return HEIGHT - BOTTOM - (place - lowest) / (highest - lowest) * (HEIGHT - TOP - BOTTOM);
        }

        /** The figures that have a line of their own. */
        DoubleStream ticks() {
            if (logarithmic) {
                return IntStream.rangeClosed((int) lowest, (int) highest).mapToDouble(decade -> Math.pow(10, decade));
            }
            double step = step(highest / STEPS);
            return IntStream.rangeClosed(0, (int) Math.round(highest / step)).mapToDouble(index -> index * step);
        }
    }

    /** The next of 1, 2 and 5 times a power of ten. */
    private static double step(double least) {
        double power = Math.pow(10, Math.floor(Math.log10(Math.max(MIN_MILLIS, least))));
        return ROUND.stream()
                .mapToDouble(factor -> factor * power)
                .filter(step -> step >= least * (1 - 1e-9))
                .findFirst()
                .orElse(ROUND.getLast() * power);
    }

    private static Stream<BlockRecord> blocks(ChartRecord chart) {
        return chart.lines().stream().flatMap(line -> line.blocks().stream());
    }

    private static DoubleStream millis(ChartRecord chart) {
        return blocks(chart)
                .flatMap(block -> block.millis().stream())
                .mapToDouble(value -> Math.max(MIN_MILLIS, value));
    }

    /** Whether its axis of latency is logarithmic, which its caption has to say. */
    public static boolean logarithmic(ChartRecord chart) {
        return Scale.of(chart).logarithmic();
    }

    /**
     * The drawing of a chart that has at least one block.
     *
     * @param styles the classes of its lines, which give them their colours
     */
    public static String svg(ChartRecord chart, List<String> styles) {
        Scale scale = Scale.of(chart);
        StringBuilder svg =
                new StringBuilder("<svg class=\"window-chart\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">"
                        .formatted(WIDTH, HEIGHT, escaped(summary(chart))));
        axes(scale, svg);
        for (int index = 0; index < chart.lines().size(); index++) {
            svg.append(drawn(chart.lines().get(index), styles.get(index), chart.windowSeconds(), scale));
        }
        return svg.append("</svg>").toString();
    }

    /** What it draws as an array of rows in JSON: one for each window of each block. */
    public static String table(ChartRecord chart) {
        List<List<Object>> rows = new ArrayList<>();
        for (LineRecord line : chart.lines()) {
            for (BlockRecord block : line.blocks()) {
                for (int index = 0; index < block.seconds().size(); index++) {
                    rows.add(List.of(
                            line.name(),
                            line.cell(),
                            block.block(),
                            block.invalid() ? "INVALID" : "",
                            block.seconds().get(index),
                            block.millis().get(index)));
                }
            }
        }
        return TableJson.of(
                List.of(
                        "line",
                        "cell",
                        "block",
                        "verdict",
                        "window of " + chart.windowSeconds() + " s begins (seconds)",
                        chart.statistic() + " (ms)"),
                rows);
    }

    /** The chart in words, for those who can't see it: the lowest and the highest window of each line. */
    public static String summary(ChartRecord chart) {
        return chart.statistic() + " over time, " + chart.title() + ". "
                + chart.lines().stream()
                        .map(line -> line.name() + ": " + range(line))
                        .collect(Collectors.joining("; ", "", "."));
    }

    private static String range(LineRecord line) {
        OptionalDouble low = values(line).min();
        OptionalDouble high = values(line).max();
        return low.isEmpty() || high.isEmpty()
                ? line.missing()
                : String.format(Locale.ROOT, "%.4g to %.4g ms", low.getAsDouble(), high.getAsDouble());
    }

    private static DoubleStream values(LineRecord line) {
        return line.blocks().stream().flatMap(block -> block.millis().stream()).mapToDouble(Double::doubleValue);
    }

    private static void axes(Scale scale, StringBuilder svg) {
        scale.ticks()
                .forEach(millis -> svg.append(String.format(
                        Locale.ROOT,
                        "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>"
                                + "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s ms</text>",
                        LEFT,
                        WIDTH - RIGHT,
                        scale.y(millis),
                        scale.y(millis),
                        LEFT - 6,
                        scale.y(millis) + 4,
                        plain(millis))));
        double step = step(scale.lastSecond() / STEPS);
        for (double second = 0; second <= scale.lastSecond() + 1e-9; second += step) {
            svg.append(String.format(
                    Locale.ROOT,
                    "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>",
                    scale.x(second),
                    HEIGHT - BOTTOM + 17,
                    plain(second)));
        }
        svg.append(String.format(
                Locale.ROOT,
                "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">seconds of measured load</text>",
                (LEFT + WIDTH - RIGHT) / 2,
                HEIGHT - 6));
    }

    /** Blocks beside the median one first, so that it lies above them. */
    private static String drawn(LineRecord line, String style, int windowSeconds, Scale scale) {
        String blocks = line.blocks().stream()
                .sorted(Comparator.comparing(BlockRecord::median))
                .map(block -> block(block, windowSeconds, scale))
                .collect(Collectors.joining());
        return "<g class=\"%s\"><title>%s</title>%s</g>"
                .formatted(style, escaped(line.name() + ": " + range(line)), blocks);
    }

    private static String block(BlockRecord block, int windowSeconds, Scale scale) {
        StringBuilder path = new StringBuilder();
        IntToDoubleFunction middle = index -> block.seconds().get(index) + windowSeconds / 2.0;
        for (int index = 0; index < block.seconds().size(); index++) {
            boolean broken =
                    index == 0 || block.seconds().get(index) - block.seconds().get(index - 1) > GAP * windowSeconds;
            path.append(String.format(
                    Locale.ROOT,
                    "%s%.1f %.1f",
                    broken ? "M" : "L",
                    scale.x(middle.applyAsDouble(index)),
                    scale.y(block.millis().get(index))));
            boolean alone = broken
                    && (index + 1 == block.seconds().size()
                            || block.seconds().get(index + 1) - block.seconds().get(index) > GAP * windowSeconds);
            path.append(alone ? "h0.1" : "");
        }
        return "<path class=\"%s\" d=\"%s\"/>".formatted(block.median() ? "median" : "beside", path);
    }

    static String plain(double figure) {
        return new BigDecimal(String.format(Locale.ROOT, "%.4g", figure))
                .stripTrailingZeros()
                .toPlainString();
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
