package dev.assay.model.result;

import dev.assay.model.result.UnfinishedTrial.Point;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Says by what the points of one run are compared: systems, versions of a system, or the values of a dimension. */
public final class ComparedDimension {
    /** Stands for the systems, which no key of a scenario is named after. */
    public static final String SYSTEM = "system";

    private ComparedDimension() {}

    /** Returns what differs among points: {@value #SYSTEM} first, then the dimensions by name. */
    public static List<String> varying(Collection<Point> points) {
        Map<String, Set<String>> values = new TreeMap<>();
        points.forEach(point -> point.dimensions()
                .forEach((key, value) ->
                        values.computeIfAbsent(key, _ -> new HashSet<>()).add(value)));
        long systems = points.stream().map(Point::system).distinct().count();
        return Stream.concat(
                        systems > 1 ? Stream.of(SYSTEM) : Stream.empty(),
                        values.entrySet().stream()
                                .filter(entry -> entry.getValue().size() > 1)
                                .map(Map.Entry::getKey))
                .toList();
    }

    /** Returns which of {@link #varying} is compared where nobody chooses: systems, else versions, else the only one. */
    public static Optional<String> usual(List<String> varying) {
        if (varying.contains(SYSTEM)) {
            return Optional.of(SYSTEM);
        }
        List<String> versions =
                varying.stream().filter(ComparedDimension::isVersion).toList();
        return versions.size() == 1
                ? Optional.of(versions.getFirst())
                : varying.size() == 1 ? Optional.of(varying.getFirst()) : Optional.empty();
    }

    /** Returns whether a dimension is the version of a system, such as {@code systems.memory.version}. */
    public static boolean isVersion(String key) {
        return key.matches("systems\\.[^.]+\\.version");
    }
}
