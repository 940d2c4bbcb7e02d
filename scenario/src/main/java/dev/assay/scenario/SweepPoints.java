package dev.assay.scenario;

import dev.assay.model.spec.KeyPath;
import dev.assay.model.spec.TrialSpec;
import dev.assay.scenario.Dimension.Listed;
import dev.assay.scenario.Dimension.Variant;
import dev.assay.scenario.Dimension.Variants;
import dev.assay.scenario.Tree.Mapping;
import dev.assay.scenario.plan.TrialPoint;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The cross product of one system's dimensions. */
final class SweepPoints {
    /**
     * One value of each dimension.
     *
     * @param values of keys with a list, by the key's path
     * @param variants by the dimension's name
     */
    record Point(Map<KeyPath, Tree> values, Map<KeyPath, Variant> variants) {
        /** The first variant of each dimension; a list without a value counts as its first value. */
        static Point first(List<Dimension> dimensions) {
            Point point = new Point(Map.of(), Map.of());
            for (Dimension dimension : dimensions) {
                if (dimension instanceof Variants) {
                    point = point.with(dimension, 0);
                }
            }
            return point;
        }

        private Point with(Dimension dimension, int index) {
            return switch (dimension) {
                case Listed list ->
                    new Point(with(values, list.path(), list.values().get(index)), variants);
                case Variants named ->
                    new Point(
                            values,
                            with(variants, named.path(), named.variants().get(index)));
            };
        }

        private static <T> Map<KeyPath, T> with(Map<KeyPath, T> map, KeyPath path, T value) {
            Map<KeyPath, T> longer = new LinkedHashMap<>(map);
            longer.put(path, value);
            return longer;
        }

        /** The file with what the variants add. */
        Tree in(Tree file) {
            Tree tree = file;
            for (Variant variant : variants.values()) {
                tree = tree instanceof Mapping mapping ? mapping.overlaid(variant.overlay()) : tree;
            }
            return tree;
        }
    }

    private final String system;
    private final List<Dimension> dimensions;
    private final Point first;

    SweepPoints(String system, List<Dimension> all) {
        this.system = system;
        this.dimensions =
                all.stream().filter(dimension -> dimension.concerns(system)).toList();
        this.first = Point.first(all);
    }

    String system() {
        return system;
    }

    /** How many points there are; {@code Long.MAX_VALUE} stands for any number beyond. */
    long count() {
        long count = 1;
        for (Dimension dimension : dimensions) {
            count = Math.multiplyHigh(count, dimension.size()) == 0 && count * dimension.size() > 0
                    ? count * dimension.size()
                    : Long.MAX_VALUE;
        }
        return count;
    }

    Optional<Dimension> longest() {
        return dimensions.stream().max(Comparator.comparingInt(Dimension::size));
    }

    /** The number of points and where it comes from. */
    String describe() {
        String product = dimensions.stream()
                .map(dimension -> dimension.path() + " (" + dimension.size() + ")")
                .collect(Collectors.joining(" x "));
        return system + " alone makes " + count() + " trials: " + product;
    }

    /** All points; the first dimension varies slowest. */
    List<Point> all() {
        List<Point> points = List.of(first);
        for (Dimension dimension : dimensions) {
            List<Point> longer = new ArrayList<>();
            for (Point point : points) {
                IntStream.range(0, dimension.size()).forEach(index -> longer.add(point.with(dimension, index)));
            }
            points = longer;
        }
        return points;
    }

    /** Points that meet every value of every dimension, without the cross product. */
    List<Point> oneAtATime() {
        return dimensions.stream()
                .flatMap(dimension ->
                        IntStream.range(0, dimension.size()).mapToObj(index -> first.with(dimension, index)))
                .toList();
    }

    /** The trial with the values of those dimensions that vary. */
    TrialPoint point(TrialSpec spec, Point point) {
        Map<KeyPath, String> keys = TrialText.byPath(spec);
        Map<KeyPath, String> varying = new LinkedHashMap<>();
        Set<KeyPath> ofSystem = new LinkedHashSet<>();
        for (Dimension dimension : dimensions) {
            if (dimension.size() > 1) {
                KeyPath path = dimension.path();
                varying.put(
                        path,
                        Optional.ofNullable(point.variants().get(path))
                                .map(Variant::name)
                                .orElseGet(() -> keys.getOrDefault(path, "")));
                if (dimension.ofSystems()) {
                    ofSystem.add(path);
                }
            }
        }
        return new TrialPoint(varying, ofSystem, keys, spec);
    }
}
