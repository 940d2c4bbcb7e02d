package dev.assay.report.card;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.model.result.RunConditions;
import dev.assay.model.result.RunRecord;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.spec.EffectiveConfig;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Records what has to be the same to repeat a run; stored as {@code assay.lock}.
 *
 * @param lock the number of the format
 * @param assay the build that made the run
 * @param seed of schedules, payloads and the order of trials; empty where this build can't read the scenario
 * @param artifacts SHA-256 by coordinates of what was fetched to run the systems
 * @param unpinned artifacts of which the build knew no digest of its own
 * @param workerJvm flags of the JVMs of workers; empty where they are not known
 * @param workers how many shared the load; empty where it is not known
 * @param elsewhere whether workers ran on other machines than the one that the run was started on
 * @param systems the chosen ones of the scenario's systems; none for all
 * @param existing whether a cluster was measured that somebody else had started, so that a run can't start an equal one
 * @param settings effective settings by system with version, then group, such as {@code producer}; equal servers are one group
 * @param differing settings of single points, by label, that deviate from {@code settings}
 */
public record Lock(
        int lock,
        String assay,
        Optional<Long> seed,
        Map<String, String> artifacts,
        List<String> unpinned,
        List<String> workerJvm,
        Optional<Integer> workers,
        boolean elsewhere,
        List<String> systems,
        boolean existing,
        Map<String, Map<String, Map<String, String>>> settings,
        Map<String, Map<String, String>> differing) {
    /** Names the format that is written, and the only one that is read. */
    public static final int FORMAT = 2;

    private static final String LOCAL = "local";

    /** Lists the values that vendors write where nothing is set. */
    private static final Set<String> NOTHING = Set.of("", "null", "[]");

    /** Names the setting that tells when a running cluster was started, which need not be the same in another run. */
    private static final String UP_SINCE = "up since";

    private static final Pattern NODE = Pattern.compile("node (.*?)-\\d+");

    public Lock {
        artifacts = Collections.unmodifiableMap(new TreeMap<>(artifacts));
        unpinned = List.copyOf(unpinned);
        workerJvm = List.copyOf(workerJvm);
        systems = List.copyOf(systems);
        if (workers.isPresent() && workers.get() < 1) {
            throw new IllegalArgumentException("workers must be at least 1, but is " + workers.get());
        }
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
        differing = Collections.unmodifiableMap(new LinkedHashMap<>(differing));
    }

    /**
     * @param seed of its scenario
     * @param workerJvm flags of its workers' JVMs; empty where they are not known
     */
    public static Lock of(RunAnalysis run, Optional<Long> seed, List<String> workerJvm, IdentifyingText identifying) {
        RunRecord record = run.run();
        Map<String, Map<String, Map<String, String>>> settings = new LinkedHashMap<>();
        Map<String, Map<String, String>> differing = new LinkedHashMap<>();
        for (TrialAnalysis analysis : run.trials()) {
            TrialRecord trial = analysis.trial();
            String system = trial.system().system() + " " + trial.system().serverVersion() + ", "
                    + trial.system().client();
            Map<String, Map<String, String>> effective = settings(trial, identifying);
            Map<String, Map<String, String>> first = settings.putIfAbsent(system, effective);
            String label = identifying.label(trial.identity().label());
            if (first != null && !differing.containsKey(label)) {
                Map<String, String> otherwise = otherwise(effective, first);
                if (!otherwise.isEmpty()) {
                    differing.put(label, otherwise);
                }
            }
        }
        Optional<RunConditions> conditions = record.conditions();
        return new Lock(
                FORMAT,
                build(record),
                seed,
                record.artifacts(),
                record.unpinned(),
                workerJvm,
                conditions.map(Lock::workerCount),
                conditions.filter(chosen -> chosen.places().sendLoad()).isPresent(),
                conditions.map(chosen -> systems(chosen, run)).orElse(List.of()),
                run.trials().stream().map(TrialAnalysis::trial).anyMatch(Lock::isExisting),
                settings,
                differing);
    }

    /** Tells whether a trial was measured on a cluster that was not started by Assay. */
    public static boolean isExisting(TrialRecord trial) {
        return !trial.system().deployment().equals(LOCAL) && !isWarm(trial);
    }

    /** Tells whether a trial was measured on a cluster that {@code assay cluster up} had started before the run. */
    public static boolean isWarm(TrialRecord trial) {
        return trial.setup().config().groups().containsKey(EffectiveConfig.STARTED_BY_ASSAY);
    }

    /** Tells whether any cluster was measured that {@code assay cluster up} had started before the run. */
    public boolean warm() {
        return settings.values().stream().anyMatch(groups -> groups.containsKey(EffectiveConfig.STARTED_BY_ASSAY));
    }

    /** Returns the chosen systems; named clusters choose theirs. */
    private static List<String> systems(RunConditions conditions, RunAnalysis run) {
        return conditions.systems().isEmpty() && !conditions.clusters().isEmpty()
                ? run.trials().stream()
                        .map(trial -> trial.trial().system().system())
                        .distinct()
                        .toList()
                : conditions.systems();
    }

    /** Returns the number of workers that were running already, or else of those started for the run, here or elsewhere. */
    private static int workerCount(RunConditions conditions) {
        int running = conditions.places().workers().size();
        return running > 0 ? running : conditions.localWorkers();
    }

    static String build(RunRecord run) {
        return run.conditions().map(RunConditions::build).orElse(run.assayVersion());
    }

    /** Returns the settings that don't identify places or owners; equal servers of a kind are merged. */
    private static Map<String, Map<String, String>> settings(TrialRecord trial, IdentifyingText identifying) {
        Map<String, List<Map<String, String>>> byKind = new TreeMap<>();
        trial.setup().config().groups().forEach((group, values) -> {
            Map<String, String> harmless = new TreeMap<>();
            values.forEach((name, value) -> {
                boolean time = group.equals(EffectiveConfig.STARTED_BY_ASSAY) && name.equals(UP_SINCE);
                if (!time && !NOTHING.contains(value.strip()) && identifying.isHarmless(name, value)) {
                    harmless.put(name, value);
                }
            });
            byKind.computeIfAbsent(NODE.matcher(group).replaceFirst("each $1"), _ -> new ArrayList<>())
                    .add(harmless);
        });
        Map<String, Map<String, String>> groups = new TreeMap<>();
        byKind.forEach((kind, nodes) -> {
            Map<String, String> common = new TreeMap<>(nodes.getFirst());
            nodes.forEach(node -> common.entrySet().retainAll(node.entrySet()));
            if (!common.isEmpty()) {
                groups.put(kind, common);
            }
        });
        return groups;
    }

    private static Map<String, String> otherwise(
            Map<String, Map<String, String>> effective, Map<String, Map<String, String>> first) {
        Map<String, String> otherwise = new TreeMap<>();
        effective.forEach((group, values) -> values.forEach((name, value) -> {
            if (!value.equals(first.getOrDefault(group, Map.of()).get(name))) {
                otherwise.put(group + "." + name, value);
            }
        }));
        return otherwise;
    }
}
