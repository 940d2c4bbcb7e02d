package dev.assay.analysis;

import dev.assay.model.result.CapacityRecord;
import dev.assay.model.result.TrialHost;
import dev.assay.model.result.TrialRecord;
import dev.assay.scenario.KeyDefaults;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Holds what two runs must have in common for their values to form one series. Versions of servers, clients, Assay, the kernel and
 * the JVM are left out, since a series shows their changes. A version that a run itself varies is a dimension, and belongs to the
 * key.
 *
 * @param dimensions of the point within its run
 * @param facts settings other than defaults, durability and the machines. Versions of Assay add keys whose default is the former
 *     behaviour: if defaults were among the facts, each new version would start a new series
 */
public record SeriesKey(
        String scenario, String system, SortedMap<String, String> dimensions, SortedMap<String, String> facts) {
    private static final String SYSTEMS = "systems.";
    private static final String SETTINGS = "settings.";
    private static final String PHASES = "phases.";
    private static final List<String> VERSIONS = List.of("version", "client-version");

    /** Names the facts of a machine that no update changes. */
    private static final List<String> HARDWARE = List.of(
            "cpu.model", "cpu.cores", "cpu.cores_of_this_process", "memory.total", "hardware", "data.filesystem");

    private static final Pattern MEBIBYTES = Pattern.compile("(\\d{1,12}) MiB");
    private static final int MEBIBYTES_PER_GIBIBYTE = 1024;
    private static final int FINGERPRINT_BYTES = 4;

    public SeriesKey {
        dimensions = Collections.unmodifiableSortedMap(new TreeMap<>(dimensions));
        facts = Collections.unmodifiableSortedMap(new TreeMap<>(facts));
    }

    /**
     * Returns the series to which a trial belongs.
     *
     * @param environment facts of the machine on which the run was started
     */
    public static SeriesKey of(String scenario, TrialRecord trial, Map<String, String> environment) {
        return of(scenario, trial, trial.identity().dimensions(), trial.plan().resolved(), environment);
    }

    /**
     * Returns the series to which a search belongs.
     *
     * @param tried one of its trials; its rate and the lengths of its phases are ignored, because the search chose them
     */
    public static SeriesKey of(
            String scenario, CapacityRecord search, TrialRecord tried, Map<String, String> environment) {
        TreeMap<String, String> settings = new TreeMap<>(tried.plan().resolved());
        settings.keySet().removeAll(tried.identity().dimensions().keySet());
        settings.keySet().removeIf(key -> key.startsWith(PHASES));
        settings.put(
                "search",
                search.fromPerSecond() + " to " + search.toPerSecond() + " per second to within " + search.precision()
                        + ", " + String.join(", ", search.objectives()));
        return of(scenario, tried, search.dimensions(), settings, environment);
    }

    private static SeriesKey of(
            String scenario,
            TrialRecord trial,
            Map<String, String> point,
            Map<String, String> settings,
            Map<String, String> environment) {
        String system = trial.system().system();
        TreeMap<String, String> facts = new TreeMap<>();
        settings.forEach((key, value) -> {
            if (!ofAnother(system, key) && !isVersion(system, key) && !KeyDefaults.isDefault(key, value)) {
                facts.put(key, value);
            }
        });
        facts.keySet().removeAll(point.keySet());
        facts.put("durability in effect", trial.durability().label());
        facts.put(
                "machines",
                trial.setup().hosts().stream().map(SeriesKey::machine).sorted().collect(Collectors.joining("; ")));
        for (String name : HARDWARE) {
            facts.put("machine " + name, inGibibytes(environment.getOrDefault(name, "unknown")));
        }
        return new SeriesKey(scenario, system, new TreeMap<>(point), facts);
    }

    private static boolean ofAnother(String system, String key) {
        return List.of(SYSTEMS, SETTINGS).stream()
                .anyMatch(prefix -> key.startsWith(prefix) && !key.startsWith(prefix + system + "."));
    }

    private static boolean isVersion(String system, String key) {
        String prefix = SYSTEMS + system + ".";
        return key.startsWith(prefix) && VERSIONS.contains(key.substring(prefix.length()));
    }

    private static String machine(TrialHost host) {
        return host.machine() + " (" + host.cores() + " cores, "
                + (host.workers().isEmpty() ? "no workers" : "workers") + ", " + host.nodes() + " nodes)";
    }

    /**
     * Rounds a size in mebibytes to gibibytes, and returns any other text unchanged. The memory that a kernel reserves differs by a
     * few mebibytes between updates.
     */
    public static String inGibibytes(String fact) {
        Matcher size = MEBIBYTES.matcher(fact);
        return size.matches()
                ? Math.round(Long.parseLong(size.group(1)) / (double) MEBIBYTES_PER_GIBIBYTE) + " GiB"
                : fact;
    }

    /** Returns eight hexadecimal digits that differ between settings and machines of different series. */
    public String fingerprint() {
        String text = facts.entrySet().stream()
                .map(fact -> fact.getKey() + "=" + fact.getValue())
                .collect(Collectors.joining("\n"));
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, FINGERPRINT_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
