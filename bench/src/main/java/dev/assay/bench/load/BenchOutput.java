package dev.assay.bench.load;

import java.util.Map;

public record BenchOutput(Map<String, Double> statistics) {
    public BenchOutput {
        statistics = Map.copyOf(statistics);
    }

    /** Returns the value with that name, which must exist. */
    public double get(String name) {
        Double value = statistics.get(name);
        if (value == null) {
            throw new IllegalStateException("the program printed no '" + name + "', only " + statistics);
        }
        return value;
    }
}
