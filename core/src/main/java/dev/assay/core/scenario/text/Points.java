package dev.assay.core.scenario.text;

import dev.assay.core.plan.TrialPoint;
import dev.assay.core.scenario.KeyPath;
import dev.assay.core.scenario.TrialSpec;
import dev.assay.core.scenario.text.Axes.Axis;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The cross product of one system's dimensions. */
final class Points {
    private final String system;
    private final List<Axis> axes;

    Points(String system, List<Axis> all) {
        this.system = system;
        this.axes = all.stream().filter(axis -> axis.concerns(system)).toList();
    }

    String system() {
        return system;
    }

    /** How many points there are; {@code Long.MAX_VALUE} stands for any number beyond. */
    long count() {
        long count = 1;
        for (Axis axis : axes) {
            count = Math.multiplyHigh(count, axis.values().size()) == 0
                            && count * axis.values().size() > 0
                    ? count * axis.values().size()
                    : Long.MAX_VALUE;
        }
        return count;
    }

    Optional<Axis> longest() {
        return axes.stream().max(Comparator.comparingInt(axis -> axis.values().size()));
    }

    /** The number of points and where it comes from. */
    String describe() {
        String product = axes.stream()
                .map(axis -> axis.path() + " (" + axis.values().size() + ")")
                .collect(Collectors.joining(" x "));
        return system + " alone makes " + count() + " trials: " + product;
    }

    /** The choices of every point; the first dimension varies slowest. */
    List<Map<KeyPath, Tree>> all() {
        List<Map<KeyPath, Tree>> points = List.of(Map.of());
        for (Axis axis : axes) {
            List<Map<KeyPath, Tree>> longer = new ArrayList<>();
            for (Map<KeyPath, Tree> point : points) {
                axis.values().forEach(value -> longer.add(with(point, axis.path(), value)));
            }
            points = longer;
        }
        return points;
    }

    /** Choices that meet every value of every dimension, without the cross product. */
    List<Map<KeyPath, Tree>> oneAtATime() {
        return axes.stream()
                .flatMap(axis -> axis.values().stream().map(value -> Map.of(axis.path(), value)))
                .toList();
    }

    /** The trial with the values of those dimensions that vary. */
    TrialPoint point(TrialSpec spec) {
        Map<KeyPath, String> keys = TrialText.byPath(spec);
        Map<KeyPath, String> dimensions = new LinkedHashMap<>();
        axes.stream()
                .filter(axis -> axis.values().size() > 1)
                .forEach(axis -> dimensions.put(axis.path(), keys.getOrDefault(axis.path(), "")));
        return new TrialPoint(dimensions, keys, spec);
    }

    private static Map<KeyPath, Tree> with(Map<KeyPath, Tree> point, KeyPath path, Tree value) {
        Map<KeyPath, Tree> longer = new LinkedHashMap<>(point);
        longer.put(path, value);
        return longer;
    }
}
