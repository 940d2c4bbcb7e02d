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
 * Holds what runs measured at one point, as their cards state it. A trial counts as it does in a comparison.
 *
 * @param runs rows of the trials and searches of each run, also those that do not count
 */
public record MeasuredPoint(List<List<Reading>> runs) {
    public MeasuredPoint {
        runs = runs.stream().map(List::copyOf).toList();
    }

    /** Returns points by name, in the order of their rows; each has a list for each run. */
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
        Map<String, MeasuredPoint> measured = new LinkedHashMap<>();
        points.forEach((name, rows) -> measured.put(name, new MeasuredPoint(rows)));
        return measured;
    }

    private static boolean isSearch(Reading row) {
        return row.statistic().equals(Statistic.CAPACITY);
    }

    public static String name(Statistic statistic, String phase, boolean several) {
        return several && !phase.isEmpty() ? statistic + " in " + phase : statistic.name();
    }

    /**
     * Returns the values that count, by the name of their statistic and in the order of rows. Several runs contribute one value each,
     * because runs differ by more than the trials of one.
     *
     * @param sampling {@link Sampling#RUNS} for one value from each run of whose trials most count, otherwise all trials count alike
     */
    public Map<String, Readings> figures(Sampling sampling) {
        boolean several = severalPhases();
        Map<String, List<Reading>> values = new LinkedHashMap<>();
        Map<String, List<Reading>> leftOut = new LinkedHashMap<>();
        for (List<Reading> run : runs) {
            Map<String, List<Reading>> counted = new LinkedHashMap<>();
            int trials = trials(run, false);
            int searches = trials(run, true);
            for (Reading row : run) {
                String name = name(row.statistic(), row.source().phase(), several);
                if (row.counts()) {
                    counted.computeIfAbsent(name, _ -> new ArrayList<>()).add(row);
                } else {
                    leftOut.computeIfAbsent(name, _ -> new ArrayList<>()).add(row);
                }
            }
            counted.forEach((name, rows) -> {
                List<Reading> sample = values.computeIfAbsent(name, _ -> new ArrayList<>());
                if (sampling != Sampling.RUNS) {
                    sample.addAll(rows);
                } else if (Comparability.enough(rows.size(), isSearch(rows.getFirst()) ? searches : trials)) {
                    sample.add(ofRun(rows));
                }
            });
        }
        Map<String, Readings> figures = new LinkedHashMap<>();
        values.forEach((name, rows) -> {
            if (!rows.isEmpty()) {
                List<Reading> uncounted = sampling == Sampling.RUNS ? List.of() : leftOut.getOrDefault(name, List.of());
                figures.put(name, new Readings(rows.getFirst().statistic(), rows, uncounted));
            }
        });
        return figures;
    }

    /** Returns the trials that were left out and have a value, by the name of a statistic of which no trial counts. */
    public Map<String, Readings> withheld() {
        boolean several = severalPhases();
        Map<String, List<Reading>> all = new LinkedHashMap<>();
        for (List<Reading> run : runs) {
            for (Reading row : run) {
                all.computeIfAbsent(name(row.statistic(), row.source().phase(), several), _ -> new ArrayList<>())
                        .add(row);
            }
        }
        Map<String, Readings> withheld = new LinkedHashMap<>();
        all.forEach((name, rows) -> {
            Readings left = Readings.of(rows.getFirst().statistic(), rows).withheld();
            if (rows.stream().noneMatch(Reading::counts)
                    && left.n() > 0
                    && left.rows().stream().noneMatch(Reading::lowerBound)) {
                withheld.put(name, left);
            }
        });
        return withheld;
    }

    private boolean severalPhases() {
        return runs.stream()
                        .flatMap(List::stream)
                        .map(row -> row.source().phase())
                        .filter(phase -> !phase.isEmpty())
                        .distinct()
                        .count()
                > 1;
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

    /** Returns the system that was measured, without its version; empty where no row names it. */
    public String system() {
        return runs.stream()
                .flatMap(List::stream)
                .map(row -> row.source().system())
                .filter(system -> !system.isEmpty())
                .findFirst()
                .orElse("");
    }

    public int trials(boolean searches) {
        return runs.stream().mapToInt(run -> trials(run, searches)).sum();
    }

    /** Counts folders, and failed trials, which have a row and no folder. */
    private static int trials(List<Reading> run, boolean searches) {
        List<String> trials = run.stream()
                .filter(row -> isSearch(row) == searches)
                .map(row -> row.source().trial())
                .toList();
        Set<String> folders = new HashSet<>(trials);
        folders.remove("");
        return folders.size() + (int) trials.stream().filter(String::isEmpty).count();
    }

    /** Returns the reasons why values do not count, with their numbers. A reason that applies to all values of a trial is counted once. */
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
