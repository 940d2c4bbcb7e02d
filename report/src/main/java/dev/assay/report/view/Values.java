package dev.assay.report.view;

import java.util.stream.DoubleStream;

/** A column of figures, or the coordinates of a point, that can't be changed. NaN stands for unknown. */
public final class Values {
    private final double[] figures;

    private Values(double[] figures) {
        this.figures = figures;
    }

    /** These figures in this order. */
    public static Values of(DoubleStream figures) {
        return new Values(figures.toArray());
    }

    /** A point of a curve. */
    public static Values point(double x, double y) {
        return new Values(new double[] {x, y});
    }

    /** How many there are. */
    public int size() {
        return figures.length;
    }

    /** The figure at that place, counted from 0. */
    public double at(int index) {
        return figures[index];
    }

    /** All of them in order. */
    public DoubleStream stream() {
        return DoubleStream.of(figures);
    }
}
