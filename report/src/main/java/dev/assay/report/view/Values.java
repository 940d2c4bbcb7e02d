package dev.assay.report.view;

import java.util.stream.DoubleStream;

/** A column of values, or the coordinates of a point, that can't be changed. NaN stands for unknown. */
public final class Values {
    private final double[] values;

    private Values(double[] values) {
        this.values = values;
    }

    /** These values in this order. */
    public static Values of(DoubleStream values) {
        return new Values(values.toArray());
    }

    /** A point of a curve. */
    public static Values point(double x, double y) {
        return new Values(new double[] {x, y});
    }

    /** How many there are. */
    public int size() {
        return values.length;
    }

    /** The value at that place, counted from 0. */
    public double at(int index) {
        return values[index];
    }

    /** All of them in order. */
    public DoubleStream stream() {
        return DoubleStream.of(values);
    }
}
