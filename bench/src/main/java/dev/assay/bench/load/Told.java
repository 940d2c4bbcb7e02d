package dev.assay.bench.load;

import java.util.Map;

/** The figures that a program told. */
public record Told(Map<String, Double> figures) {
    public Told {
        figures = Map.copyOf(figures);
    }

    /** The figure of that name, which must be there. */
    public double get(String name) {
        Double value = figures.get(name);
        if (value == null) {
            throw new IllegalStateException("the program told no '" + name + "', only " + figures);
        }
        return value;
    }
}
