package dev.assay.core.scenario.text;

import dev.assay.core.plan.TrialPoint;
import dev.assay.core.scenario.KeyPath;
import dev.assay.core.scenario.TrialSpec;
import dev.assay.core.scenario.text.Dimensions.Dimension;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The cross product of one system's dimensions. */
final class SweepPoints {
    private final String system;
    private final List<Dimension> dimensions;

    SweepPoints(String system, List<Dimension> all) {
        this.system = system;
        this.dimensions =
                all.stream().filter(dimension -> dimension.concerns(system)).toList();
    }

    String system() {
        return system;
    }

    /** How many points there are; {@code Long.MAX_VALUE} stands for any number beyond. */
    long count() {
        long count = 1;
        for (Dimension dimension : dimensions) {
            count = Math.multiplyHigh(count, dimension.values().size()) == 0
                            && count * dimension.values().size() > 0
                    ? count * dimension.values().size()
                    : Long.MAX_VALUE;
        }
        return count;
    }

    Optional<Dimension> longest() {
        return dimensions.stream()
                .max(Comparator.comparingInt(dimension -> dimension.values().size()));
    }

    /** The number of points and where it comes from. */
    String describe() {
        String product = dimensions.stream()
                .map(dimension -> dimension.path() + " (" + dimension.values().size() + ")")
                .collect(Collectors.joining(" x "));
        return system + " alone makes " + count() + " trials: " + product;
    }

    /** The choices of every point; the first dimension varies slowest. */
    List<Map<KeyPath, Tree>> all() {
        List<Map<KeyPath, Tree>> points = List.of(Map.of());
        for (Dimension dimension : dimensions) {
            List<Map<KeyPath, Tree>> longer = new ArrayList<>();
            for (Map<KeyPath, Tree> point : points) {
                dimension.values().forEach(value -> longer.add(with(point, dimension.path(), value)));
            }
            points = longer;
        }
        return points;
    }

    /** Choices that meet every value of every dimension, without the cross product. */
    List<Map<KeyPath, Tree>> oneAtATime() {
        return dimensions.stream()
                .flatMap(dimension -> dimension.values().stream().map(value -> Map.of(dimension.path(), value)))
                .toList();
    }

    /** The trial with the values of those dimensions that vary. */
    TrialPoint point(TrialSpec spec) {
        Map<KeyPath, String> keys = TrialText.byPath(spec);
        Map<KeyPath, String> varying = new LinkedHashMap<>();
        dimensions.stream()
                .filter(dimension -> dimension.values().size() > 1)
                .forEach(dimension -> varying.put(dimension.path(), keys.getOrDefault(dimension.path(), "")));
        return new TrialPoint(varying, keys, spec);
    }

    private static Map<KeyPath, Tree> with(Map<KeyPath, Tree> point, KeyPath path, Tree value) {
        Map<KeyPath, Tree> longer = new LinkedHashMap<>(point);
        longer.put(path, value);
        return longer;
    }
}
