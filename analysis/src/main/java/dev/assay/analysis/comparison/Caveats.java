package dev.assay.analysis.comparison;

import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.result.TrialHost;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.spec.EffectiveConfig;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

final class Caveats {
    private static final String OWN = "systems.";
    private static final Set<String> OF_EACH_SYSTEM = Set.of("version", "client-version");

    private static final String EFFECTIVE = "effective ";
    private static final String MASKED = "****";

    /** Lists the facts of a machine that change all the time. */
    private static final Set<String> MOVING = Set.of("cpu.steal_since_boot", "data.free");

    private Caveats() {}

    /** Tells whether all trials of a side failed, so that only what it was to measure is known. */
    private static boolean nothingMeasured(Subject baseline, Subject candidate) {
        return baseline.records().isEmpty() || candidate.records().isEmpty();
    }

    /** Returns why values of the two can't be ranked: their durability differs, or is not known for two different systems. */
    static Optional<String> durability(Subject baseline, Subject candidate) {
        if (nothingMeasured(baseline, candidate)) {
            return Optional.empty();
        }
        Function<TrialRecord, String> level = trial ->
                Optional.of(trial.durability()).map(DurabilityStatement::brief).orElseThrow();
        String one = values(baseline, level);
        String other = values(candidate, level);
        if (one.equals(other)
                && isUnknown(baseline, candidate)
                && differs(baseline, candidate, Caveats::server).isPresent()) {
            return Optional.of("durability is not known: " + candidate.name() + " and " + baseline.name() + " at " + one
                    + "; do not rank them: the lower latency may be due to a weaker guarantee alone");
        }
        return one.equals(other)
                ? Optional.empty()
                : Optional.of("durability differs: " + candidate.name() + " at " + other + ", " + baseline.name()
                        + " at " + one
                        + "; do not rank them: the lower latency may be due to the weaker guarantee alone");
    }

    private static String server(TrialRecord trial) {
        return trial.system().system() + " " + trial.system().serverVersion();
    }

    private static boolean isUnknown(Subject baseline, Subject candidate) {
        return Stream.of(baseline, candidate)
                .flatMap(subject -> subject.records().stream())
                .anyMatch(trial -> !trial.durability().known());
    }

    /** Returns all other differences that may shape values, the worst first. */
    static List<String> further(Subject baseline, Subject candidate, boolean interleaved) {
        List<String> flags = new ArrayList<>();
        if (nothingMeasured(baseline, candidate)) {
            return flags;
        }
        differs(baseline, candidate, Caveats::inFlight)
                .map(text -> "in-flight limits differ: " + text
                        + "; where producers waited, the ratio may be due to the limits")
                .ifPresent(flags::add);
        differs(baseline, candidate, Caveats::machines)
                .map(text -> "machines differ: " + text)
                .ifPresent(flags::add);
        differs(
                        baseline,
                        candidate,
                        trial -> String.valueOf(trial.setup().hosts().stream()
                                .mapToInt(TrialHost::nodes)
                                .sum()))
                .map(text -> "numbers of servers on known machines differ: " + text)
                .ifPresent(flags::add);
        String one = used(baseline);
        String other = used(candidate);
        if (!one.equals(other)) {
            flags.add("clusters differ in prior use: " + candidate.name() + " " + other + ", " + baseline.name() + " "
                    + one);
        }
        if (!interleaved) {
            flags.add(
                    "measured one after the other, not in the same blocks: changes on the machine in between affect the ratio");
        }
        return flags;
    }

    private static String inFlight(TrialRecord trial) {
        return trial.setup()
                .config()
                .groups()
                .getOrDefault(EffectiveConfig.PRODUCER, Map.of())
                .getOrDefault(EffectiveConfig.IN_FLIGHT, "not recorded");
    }

    private static String machines(TrialRecord trial) {
        return trial.setup().hosts().stream()
                .map(host -> host.machine() + " (" + host.cores() + " cores)")
                .sorted()
                .collect(Collectors.joining(" and "));
    }

    private static Optional<String> differs(Subject baseline, Subject candidate, Function<TrialRecord, String> of) {
        String one = values(baseline, of);
        String other = values(candidate, of);
        return one.equals(other)
                ? Optional.empty()
                : Optional.of(candidate.name() + " " + other + ", " + baseline.name() + " " + one);
    }

    private static String values(Subject subject, Function<TrialRecord, String> of) {
        return subject.records().stream().map(of).distinct().sorted().collect(Collectors.joining(" or "));
    }

    private static String used(Subject subject) {
        long used = subject.records().stream()
                .filter(trial -> !trial.setup().cluster().unused())
                .count();
        return used == 0
                ? "always new"
                : used == subject.records().size()
                        ? "always used before"
                        : "new in some trials and used before in others";
    }

    /**
     * Returns the settings that differ, by name: from the scenario, the settings read back, and the facts of the machines.
     *
     * @param compared the dimension that is compared, which differs on purpose
     * @return the value of the baseline, then that of the candidate
     */
    static Map<String, List<String>> settings(Subject baseline, Subject candidate, Optional<String> compared) {
        if (nothingMeasured(baseline, candidate)) {
            return new TreeMap<>();
        }
        TrialRecord one = baseline.records().getFirst();
        TrialRecord other = candidate.records().getFirst();
        boolean same = one.system().system().equals(other.system().system());
        Map<String, String> before = all(one, same, baseline.environment());
        Map<String, String> after = all(other, same, candidate.environment());
        Set<String> names = new TreeSet<>(before.keySet());
        names.addAll(after.keySet());
        TreeMap<String, List<String>> differing = new TreeMap<>();
        for (String name : names) {
            String left = before.getOrDefault(name, "none");
            String right = after.getOrDefault(name, "none");
            boolean ofOneVersion =
                    name.startsWith(EFFECTIVE) && (!before.containsKey(name) || !after.containsKey(name));
            if (!left.equals(right)
                    && !ofOneVersion
                    && compared.filter(name::equals).isEmpty()) {
                differing.put(name, List.of(left, right));
            }
        }
        return differing;
    }

    private static Map<String, String> all(TrialRecord trial, boolean sameSystem, Map<String, String> environment) {
        Map<String, String> all = new HashMap<>();
        String prefix = OWN + trial.system().system() + ".";
        trial.plan().resolved().forEach((key, value) -> {
            String rest = key.startsWith(prefix) ? key.substring(prefix.length()) : "";
            if (sameSystem || !key.startsWith(OWN)) {
                all.put(key, value);
            } else if (!rest.isEmpty() && !OF_EACH_SYSTEM.contains(rest)) {
                all.put(OWN + "*." + rest, value);
            }
        });
        if (sameSystem) {
            all.put("client", trial.system().client());
            trial.setup()
                    .config()
                    .groups()
                    .forEach((group, settings) -> settings.forEach((name, value) -> {
                        if (!ofPlace(group, name, value)) {
                            all.put(EFFECTIVE + group + " " + name, value);
                        }
                    }));
        }
        environment.forEach((name, value) -> {
            if (!MOVING.contains(name)) {
                all.put("machine " + name, value);
            }
        });
        return all;
    }

    /**
     * Tells whether a setting is an address, folder, group name or a node's own value, which differ between any two clusters and are
     * no difference.
     */
    private static boolean ofPlace(String group, String name, String value) {
        return group.startsWith("node ")
                || name.equals("group.id")
                || name.equals("client.id")
                || value.contains("127.0.0.1:")
                || value.contains("localhost:")
                || value.startsWith("/")
                || value.contains(MASKED);
    }
}
