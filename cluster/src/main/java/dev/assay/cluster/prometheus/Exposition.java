package dev.assay.cluster.prometheus;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Holds one answer in Prometheus's text format (https://prometheus.io/docs/instrumenting/exposition_formats/), reduced to the lines
 * asked for: lines of other names are skipped, whatever they contain.
 */
public final class Exposition {
    private final Map<String, List<ExpositionLine>> lines = new HashMap<>();

    private Exposition() {}

    /**
     * Reads to the end.
     *
     * @param names of lines to keep; a summary's count and sum have names of their own
     * @throws IOException when a line of such a name is not in that format; the message quotes nothing of the line
     */
    public static Exposition read(BufferedReader text, Set<String> names) throws IOException {
        Exposition exposition = new Exposition();
        int number = 0;
        for (String line = text.readLine(); line != null; line = text.readLine()) {
            number++;
            String name = ExpositionLine.name(line);
            if (names.contains(name)) {
                exposition.add(name, line, number);
            }
        }
        return exposition;
    }

    private void add(String name, String line, int number) throws IOException {
        ExpositionLine parsed;
        try {
            parsed = ExpositionLine.parse(line);
        } catch (IllegalArgumentException e) {
            throw new IOException(
                    "line " + number + " of its metrics is not in Prometheus's text format: " + e.getMessage(), e);
        }
        // NaN is Prometheus's word for not known.
        if (Double.isFinite(parsed.value())) {
            lines.computeIfAbsent(name, key -> new ArrayList<>()).add(parsed);
        }
    }

    /** Returns the sum over all lines of that name; empty where there is none. */
    public OptionalDouble sum(String name) {
        return sum(lines.getOrDefault(name, List.of()));
    }

    /** Returns the sum over the lines of that name with this label. */
    public OptionalDouble sum(String name, String label, String value) {
        return sum(lines.getOrDefault(name, List.of()).stream()
                .filter(line -> value.equals(line.labels().get(label)))
                .toList());
    }

    private static OptionalDouble sum(List<ExpositionLine> added) {
        return added.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(
                        added.stream().mapToDouble(ExpositionLine::value).sum());
    }
}
