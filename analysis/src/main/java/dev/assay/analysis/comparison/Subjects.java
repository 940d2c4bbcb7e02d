package dev.assay.analysis.comparison;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.model.result.CapacityRecord;
import dev.assay.model.result.CapacityTrial;
import dev.assay.model.result.ComparedDimension;
import dev.assay.model.result.RunConditions;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.UnfinishedTrial;
import dev.assay.model.result.UnfinishedTrial.Point;
import dev.assay.model.spec.KeyNames;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Sorts the trials of a run into subjects: the values of one dimension are the subjects, all other dimensions make conditions, and
 * only subjects under the same condition are compared.
 */
final class Subjects {
    private static final String OWN = "systems.";

    private final RunAnalysis run;
    private final List<Item> items;

    private Subjects(RunAnalysis run, List<Item> items) {
        this.run = run;
        this.items = items;
    }

    private record Item(
            String system,
            Map<String, String> dimensions,
            Optional<TrialRecord> record,
            Optional<TrialAnalysis> trial,
            Optional<CapacityRecord> search,
            Optional<UnfinishedTrial> missing) {
        Point point() {
            return new Point(system, dimensions);
        }

        static Item of(TrialAnalysis trial) {
            TrialRecord record = trial.trial();
            return new Item(
                    record.system().system(),
                    record.identity().dimensions(),
                    Optional.of(record),
                    Optional.of(trial),
                    Optional.empty(),
                    Optional.empty());
        }

        static Item of(CapacityRecord search, TrialRecord tried) {
            return new Item(
                    tried.system().system(),
                    search.dimensions(),
                    Optional.of(tried),
                    Optional.empty(),
                    Optional.of(search),
                    Optional.empty());
        }

        static Item of(UnfinishedTrial missing, Point point) {
            return new Item(
                    point.system(),
                    point.dimensions(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(missing));
        }
    }

    private record Named(String name, String condition) {}

    static Subjects of(RunAnalysis run) {
        Map<String, TrialAnalysis> trials = new LinkedHashMap<>();
        run.trials().forEach(trial -> trials.put(trial.trial().folder(), trial));
        List<CapacityRecord> searches = run.run().capacities();
        Set<String> ofSearches = searches.stream()
                .flatMap(search -> search.trials().stream())
                .map(CapacityTrial::folder)
                .collect(Collectors.toSet());
        List<Item> items = new ArrayList<>();
        trials.forEach((folder, trial) -> {
            if (!ofSearches.contains(folder)) {
                items.add(Item.of(trial));
            }
        });
        searches.forEach(search -> search.trials().stream()
                .flatMap(tried -> Optional.ofNullable(trials.get(tried.folder())).stream())
                .findFirst()
                .ifPresent(first -> items.add(Item.of(search, first.trial()))));
        Map<String, Point> points = new HashMap<>();
        items.stream()
                .flatMap(item -> item.trial().stream())
                .map(TrialAnalysis::trial)
                .forEach(trial -> points.put(
                        trial.identity().label(),
                        new Point(trial.system().system(), trial.identity().dimensions())));
        if (searches.isEmpty()) {
            run.missing()
                    .forEach(missing -> Optional.ofNullable(points.get(missing.label()))
                            .or(missing::point)
                            .ifPresent(point -> items.add(Item.of(missing, point))));
        }
        return new Subjects(run, inOrder(items, run.run().conditions()));
    }

    /** Sorts items as the run lists its points, which is the order of its scenario, whereas the order within blocks is random. */
    private static List<Item> inOrder(List<Item> items, Optional<RunConditions> conditions) {
        List<Point> points =
                conditions.map(known -> List.copyOf(known.points().values())).orElse(List.of());
        return items.stream()
                .sorted(Comparator.comparingInt(item -> points.indexOf(item.point())))
                .toList();
    }

    List<String> dimensions() {
        return ComparedDimension.varying(items.stream().map(Item::point).toList());
    }

    private long distinct(Function<Item, String> of) {
        return items.stream().map(of).distinct().count();
    }

    /** Returns the default dimension: systems, else their versions, else the only dimension. */
    Optional<String> usually() {
        return ComparedDimension.usual(dimensions());
    }

    /**
     * Returns the path of the dimension that is meant.
     *
     * @param request its path, or the end of it; empty for the usual one
     * @throws Uncomparable where there is none, or several are meant
     */
    String by(Optional<String> request) {
        List<String> all = dimensions();
        if (all.isEmpty()) {
            throw new Uncomparable(run.run().id()
                    + " has nothing to compare within itself: all its trials measure the same thing. Give a second run, or run a scenario"
                    + " with several systems or a list of values");
        }
        if (request.isEmpty()) {
            return usually()
                    .orElseThrow(() -> new Uncomparable(
                            "several dimensions vary in " + run.run().id()
                                    + ": choose the one to compare with --by, one of " + String.join(", ", all)));
        }
        String wanted = request.get();
        List<String> meant = all.contains(wanted)
                ? List.of(wanted)
                : all.stream().filter(key -> key.endsWith("." + wanted)).toList();
        if (meant.size() != 1) {
            throw new Uncomparable("'" + wanted + "' is "
                    + (meant.isEmpty() ? "not a dimension of " + run.run().id() : "the end of several dimensions")
                    + ": expected one of " + String.join(", ", all));
        }
        return meant.getFirst();
    }

    /** Tells whether a dimension, or the end of one, has that key. */
    boolean has(String key) {
        return dimensions().stream().anyMatch(dimension -> dimension.equals(key) || dimension.endsWith("." + key));
    }

    List<Subject> by(String key) {
        return grouped(item -> key.equals(ComparedDimension.SYSTEM) ? bySystem(item) : byValue(item, key));
    }

    /** Returns everything that the run measured, as one subject for each condition, named after the run. */
    List<Subject> whole() {
        return grouped(item -> new Named(
                run.run().id(), text(item.system(), Map.of(), item.dimensions(), distinct(Item::system) > 1)));
    }

    private List<Subject> grouped(Function<Item, Named> naming) {
        Map<Named, List<Item>> groups =
                items.stream().collect(Collectors.groupingBy(naming, LinkedHashMap::new, Collectors.toList()));
        return groups.entrySet().stream()
                .map(entry -> new Subject(
                        entry.getKey().name(),
                        entry.getKey().condition(),
                        entry.getValue().stream()
                                .flatMap(item -> item.trial().stream())
                                .toList(),
                        entry.getValue().stream()
                                .flatMap(item -> item.search().stream())
                                .toList(),
                        entry.getValue().stream()
                                .filter(item -> item.search().isPresent())
                                .flatMap(item -> item.record().stream())
                                .toList(),
                        entry.getValue().stream()
                                .flatMap(item -> item.missing().stream())
                                .toList(),
                        run.run().environment()))
                .toList();
    }

    /**
     * Names an item by its system, with the dimensions of this system alone, such as its version or heap: other systems have no such
     * key to be compared at.
     */
    private static Named bySystem(Item item) {
        Map<String, String> shared = new LinkedHashMap<>(item.dimensions());
        KeyNames names = KeyNames.of(item.dimensions().keySet());
        StringBuilder name = new StringBuilder(item.system());
        item.dimensions().forEach((key, value) -> {
            if (key.startsWith(OWN + item.system() + ".") || key.startsWith("settings." + item.system() + ".")) {
                name.append(' ').append(ComparedDimension.isVersion(key) ? value : names.name(key) + " = " + value);
                shared.remove(key);
            }
        });
        return new Named(name.toString(), text("", Map.of(), shared, false));
    }

    private Named byValue(Item item, String key) {
        String value = item.dimensions().getOrDefault(key, "none");
        String level = KeyNames.value(key, value);
        String name = ComparedDimension.isVersion(key)
                ? item.system() + " " + value
                : level.equals(value) ? KeyNames.of(dimensions()).name(key) + " = " + value : level;
        Map<String, String> compared = new HashMap<>();
        compared.put(key, value);
        return new Named(name, text(item.system(), compared, item.dimensions(), distinct(Item::system) > 1));
    }

    private static String text(
            String system, Map<String, String> without, Map<String, String> dimensions, boolean withSystem) {
        return Stream.concat(
                        withSystem ? Stream.of(system) : Stream.empty(),
                        dimensions.entrySet().stream()
                                .filter(entry -> !without.containsKey(entry.getKey()))
                                .map(entry -> entry.getKey() + " = " + entry.getValue()))
                .collect(Collectors.joining(", "));
    }
}
