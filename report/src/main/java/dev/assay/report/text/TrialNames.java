package dev.assay.report.text;

import dev.assay.model.result.TrialRecord;
import dev.assay.model.spec.KeyNames;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Names the trials of a run by what varies among them and nothing else, such as {@code SYSTEM 4.3.1}, {@code partitions
 * 6} or {@code block 2}.
 *
 * @param groups names without their block, by the number of the trial; repetitions share one
 * @param repeated whether the trials are of several blocks
 */
public record TrialNames(Map<Integer, String> groups, boolean repeated) {
    /** Limits the length of values; longer ones are cut in the middle, since settings differ at their ends. */
    private static final int LONGEST_VALUE = 30;

    private static final String BETWEEN = " · ";

    public TrialNames {
        groups = Map.copyOf(groups);
    }

    public static TrialNames of(Collection<TrialRecord> trials) {
        List<String> paths = varying(trials);
        KeyNames keys = KeyNames.of(paths);
        boolean several = distinct(trials, trial -> trial.system().system()) > 1;
        boolean byValue = trials.stream().allMatch(trial -> saidByValue(trial, paths));
        Map<Integer, String> names = new LinkedHashMap<>();
        for (TrialRecord trial : trials) {
            List<String> parts = new ArrayList<>();
            boolean versions = severalVersions(trial.system().system(), trials);
            if (versions || (several && !byValue)) {
                parts.add(
                        versions
                                ? SystemText.name(trial.system())
                                : trial.system().system());
            }
            paths.stream()
                    .filter(path -> trial.identity().dimensions().containsKey(path))
                    .filter(path -> !(versions && isVersion(trial, path)))
                    .forEach(path -> parts.add(part(
                            path, keys.name(path), trial.identity().dimensions().getOrDefault(path, ""))));
            names.put(trial.identity().number(), String.join(BETWEEN, parts));
        }
        if (ambiguous(trials, names)) {
            trials.forEach(trial -> names.merge(
                    trial.identity().number(), Formats.rate(trial.plan().offeredPerSecond()), TrialNames::join));
        }
        boolean repeated = distinct(trials, trial -> trial.identity().repetition()) > 1;
        if (!repeated || names.values().stream().distinct().count() > 1) {
            trials.forEach(trial -> names.replace(trial.identity().number(), "", SystemText.name(trial.system())));
        }
        return new TrialNames(names, repeated);
    }

    /** Returns the name that repetitions share; empty where nothing but the block varies. */
    public String group(TrialRecord trial) {
        return groups.getOrDefault(trial.identity().number(), trial.identity().label());
    }

    /** Returns the full unique name with the trial's number, such as {@code #4 SYSTEM 4.3.1 · block 2}. */
    public String of(TrialRecord trial) {
        String name = group(trial);
        return "#" + trial.identity().number() + " "
                + (repeated ? join(name, "block " + trial.identity().repetition()) : name);
    }

    private static String join(String one, String other) {
        return one.isEmpty() ? other : one + BETWEEN + other;
    }

    private static List<String> varying(Collection<TrialRecord> trials) {
        Set<String> paths = new LinkedHashSet<>();
        trials.forEach(trial -> paths.addAll(trial.identity().dimensions().keySet()));
        return paths.stream()
                .filter(path ->
                        distinct(trials, trial -> trial.identity().dimensions().getOrDefault(path, "")) > 1)
                .toList();
    }

    private static long distinct(Collection<TrialRecord> trials, Function<TrialRecord, Object> of) {
        return trials.stream().map(of).distinct().count();
    }

    private static boolean severalVersions(String system, Collection<TrialRecord> trials) {
        return trials.stream()
                        .map(TrialRecord::system)
                        .filter(identity -> identity.system().equals(system))
                        .map(identity -> identity.serverVersion())
                        .distinct()
                        .count()
                > 1;
    }

    /** Tells whether a varying value contains the system's name already, as cells of studies do. */
    private static boolean saidByValue(TrialRecord trial, List<String> paths) {
        return paths.stream()
                .map(path -> trial.identity().dimensions().getOrDefault(path, ""))
                .anyMatch(value -> Arrays.asList(value.split("[^A-Za-z0-9]+"))
                        .contains(trial.system().system()));
    }

    private static boolean isVersion(TrialRecord trial, String path) {
        return path.endsWith(".version")
                && trial.system()
                        .serverVersion()
                        .equals(trial.identity().dimensions().get(path));
    }

    /** Tells whether two trials of one block would have the same name although different loads were offered to them. */
    private static boolean ambiguous(Collection<TrialRecord> trials, Map<Integer, String> names) {
        Set<String> seen = new HashSet<>();
        boolean twice = trials.stream()
                .anyMatch(trial -> !seen.add(trial.identity().repetition()
                        + names.get(trial.identity().number())));
        return twice && distinct(trials, trial -> trial.plan().offeredPerSecond()) > 1;
    }

    private static String part(String path, String name, String value) {
        return path.indexOf('.') < 0
                ? KeyNames.value(path, shortened(value))
                : shortened(name) + " " + shortened(value);
    }

    private static String shortened(String text) {
        int half = LONGEST_VALUE / 2;
        return text.length() <= LONGEST_VALUE
                ? text
                : text.substring(0, half) + "…" + text.substring(text.length() - half + 1);
    }
}
