package dev.assay.analysis.comparison;

import dev.assay.analysis.quality.Quality;
import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Reading.Outcome;
import dev.assay.analysis.reading.Reading.Source;
import dev.assay.analysis.reading.Readings;
import dev.assay.analysis.reading.Statistic;
import dev.assay.model.result.Comparability;
import dev.assay.model.result.Interval;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What runs measured at one point, as cards tell it. A trial counts as it does in a comparison.
 *
 * @param runs rows of the trials and searches of each run, also those that do not count
 */
public record MeasuredPoint(List<List<Reading>> runs) {
    public MeasuredPoint {
        runs = runs.stream().map(List::copyOf).toList();
    }

    /** The points of runs by name, in the order of their rows; each has a list for each run. */
    public static Map<String, MeasuredPoint> of(List<List<Reading>> runs) {
        Map<String, List<List<Reading>>> points = new LinkedHashMap<>();
        for (int i = 0; i < runs.size(); i++) {
            for (Reading row : runs.get(i)) {
                points.computeIfAbsent(
                                row.source().point(),
                                _ -> runs.stream()
                                        .<List<Reading>>map(_ -> new ArrayList<>())
                                        .toList())
                        .get(i)
                        .add(isSearch(row) || !row.lowerBound() ? row : row.unless(Optional.of(Reading.LOWER_BOUND)));
            }
        }
        Map<String, MeasuredPoint> found = new LinkedHashMap<>();
        points.forEach((name, rows) -> found.put(name, new MeasuredPoint(rows)));
        return found;
    }

    private static boolean isSearch(Reading row) {
        return row.statistic().equals(Statistic.CAPACITY);
    }

    /** The name of a statistic of a phase where there may be several of them. */
    public static String name(Statistic statistic, String phase, boolean several) {
        return several && !phase.isEmpty() ? statistic + " in " + phase : statistic.name();
    }

    /**
     * What counts of each statistic, by its name, in their order; none without any. Of several runs each is one value: runs differ by more than the
     * trials of one.
     *
     * @param sampling {@link Sampling#RUNS} for a value of each run of whose trials most count, else all trials alike
     */
    public Map<String, Readings> figures(Sampling sampling) {
        boolean several = runs.stream()
                        .flatMap(List::stream)
                        .map(row -> row.source().phase())
                        .filter(phase -> !phase.isEmpty())
                        .distinct()
                        .count()
                > 1;
        Map<String, List<Reading>> values = new LinkedHashMap<>();
        Map<String, List<Reading>> others = new LinkedHashMap<>();
        for (List<Reading> run : runs) {
            Map<String, List<Reading>> counted = new LinkedHashMap<>();
            int trials = trials(run, false);
            int searches = trials(run, true);
            for (Reading row : run) {
                String name = name(row.statistic(), row.source().phase(), several);
                if (row.counts()) {
                    counted.computeIfAbsent(name, _ -> new ArrayList<>()).add(row);
                } else {
                    others.computeIfAbsent(name, _ -> new ArrayList<>()).add(row);
                }
            }
            counted.forEach((name, rows) -> {
                List<Reading> own = values.computeIfAbsent(name, _ -> new ArrayList<>());
                if (sampling != Sampling.RUNS) {
                    own.addAll(rows);
                } else if (Comparability.enough(rows.size(), isSearch(rows.getFirst()) ? searches : trials)) {
                    own.add(ofRun(rows));
                }
            });
        }
        Map<String, Readings> figures = new LinkedHashMap<>();
        values.forEach((name, rows) -> {
            if (!rows.isEmpty()) {
                List<Reading> uncounted = sampling == Sampling.RUNS ? List.of() : others.getOrDefault(name, List.of());
                figures.put(name, new Readings(rows.getFirst().statistic(), rows, uncounted));
            }
        });
        return figures;
    }

    private static Reading ofRun(List<Reading> rows) {
        Statistic statistic = rows.getFirst().statistic();
        Interval place = Readings.typicalOf(
                statistic, rows.stream().map(Reading::interval).toList());
        return new Reading(
                Source.of(statistic),
                place.centre(),
                place.low(),
                place.high(),
                rows.size(),
                Quality.clear(),
                Outcome.VALUE,
                true,
                "");
    }

    /** The system that was measured, without its version; empty where no row names it. */
    public String system() {
        return runs.stream()
                .flatMap(List::stream)
                .map(row -> row.source().system())
                .filter(system -> !system.isEmpty())
                .findFirst()
                .orElse("");
    }

    /** How many searches of the runs there are in all, or else trials. */
    public int trials(boolean searches) {
        return runs.stream().mapToInt(run -> trials(run, searches)).sum();
    }

    /** Those that failed have a row and no folder. */
    private static int trials(List<Reading> run, boolean searches) {
        List<String> trials = run.stream()
                .filter(row -> isSearch(row) == searches)
                .map(row -> row.source().trial())
                .toList();
        Set<String> folders = new HashSet<>(trials);
        folders.remove("");
        return folders.size() + (int) trials.stream().filter(String::isEmpty).count();
    }

    /** Why others do not count, and how many. What keeps all values of a trial from being counted is told once. */
    public SortedMap<String, Integer> leftOut() {
        TreeMap<String, Integer> reasons = new TreeMap<>();
        for (List<Reading> run : runs) {
            Map<String, List<Reading>> byTrial = new LinkedHashMap<>();
            for (Reading row : run) {
                String trial = row.source().trial();
                String key =
                        trial.isEmpty() ? row.statistic() + " " + row.source().block() : trial;
                byTrial.computeIfAbsent(key, _ -> new ArrayList<>()).add(row);
            }
            for (List<Reading> trial : byTrial.values()) {
                Set<String> why = trial.stream().map(Reading::why).collect(Collectors.toSet());
                boolean whole = !trial.getFirst().source().trial().isEmpty()
                        || trial.getFirst().statistic().isRate();
                if (whole && why.size() == 1) {
                    why.stream()
                            .filter(reason -> !reason.isEmpty())
                            .forEach(reason -> reasons.merge(reason, 1, Integer::sum));
                } else {
                    trial.stream()
                            .filter(row -> !row.counts())
                            .forEach(row -> reasons.merge(row.statistic() + " " + row.why(), 1, Integer::sum));
                }
            }
        }
        return reasons;
    }
}
