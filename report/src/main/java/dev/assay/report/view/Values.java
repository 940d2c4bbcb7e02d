package dev.assay.report.view;

import java.util.stream.DoubleStream;

/** Holds an immutable column of values, or the coordinates of a point. NaN stands for unknown. */
public final class Values {
    private final double[] values;

    private Values(double[] values) {
        this.values = values;
    }

    public static Values of(DoubleStream values) {
        return new Values(values.toArray());
    }

    public static Values point(double x, double y) {
        return new Values(new double[] {x, y});
    }

    public int size() {
        return values.length;
    }

    public double at(int index) {
        return values[index];
    }

    public DoubleStream stream() {
        return DoubleStream.of(values);
    }
}
