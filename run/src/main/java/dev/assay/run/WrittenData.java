package dev.assay.run;

import dev.assay.model.spec.Addresses;
import dev.assay.model.spec.Deployment;
import dev.assay.model.spec.SystemSpec;
import dev.assay.model.spec.TrialSpec;
import dev.assay.scenario.experiment.ProgressEstimate;
import dev.assay.scenario.experiment.SearchEstimate;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.plan.PlannedTrial;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What a plan writes to each system at most: messages over the whole load, by their mean size, in as many copies as the system
 * keeps. Headers, keys, indexes and compression are left out.
 *
 * @param systems by name, in the order of the plan
 */
public record WrittenData(Map<String, Written> systems) {
    /**
     * What one system gets.
     *
     * @param trials how many there can be
     * @param payloadBytes of all messages, once
     * @param bytes of all messages in all copies
     * @param elsewhere whether others run the system, at a place that is not this machine by its very name
     */
    public record Written(int trials, double payloadBytes, double bytes, boolean elsewhere) {
        private Written plus(Written other) {
            return new Written(
                    trials + other.trials,
                    payloadBytes + other.payloadBytes,
                    bytes + other.bytes,
                    elsewhere || other.elsewhere);
        }
    }

    public WrittenData {
        systems = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(systems));
    }

    /** All trials that there can be. */
    public static WrittenData of(Plan plan) {
        Map<String, Written> systems = new LinkedHashMap<>();
        Set<String> before = new HashSet<>();
        for (PlannedTrial trial : plan.trials()) {
            boolean again = !before.add(trial.label());
            systems.merge(trial.spec().system().system(), of(trial.spec(), again), Written::plus);
        }
        return new WrittenData(systems);
    }

    /** @param again whether the same point comes earlier in the plan */
    private static Written of(TrialSpec trial, boolean again) {
        double messages = trial.search()
                .map(search -> SearchEstimate.maxMessages(search, again))
                .orElseGet(() -> trial.timeline().curve().total());
        int trials = trial.search()
                .map(search -> SearchEstimate.of(search, again))
                .map(ProgressEstimate::max)
                .orElse(1);
        double payload = messages * trial.workload().message().meanBytes();
        int copies = trial.deployed().writtenCopies(trial.workload());
        return new Written(trials, payload, payload * copies, elsewhere(trial.system()));
    }

    private static boolean elsewhere(SystemSpec system) {
        List<String> hosts = system.hosts();
        return system.deployment() == Deployment.EXISTING
                && (hosts.isEmpty() || !hosts.stream().allMatch(Addresses::isLoopback));
    }

    /** What goes to systems elsewhere, in bytes. */
    public double bytesElsewhere() {
        return systems.values().stream()
                .filter(Written::elsewhere)
                .mapToDouble(Written::bytes)
                .sum();
    }

    /** A line for each system. */
    public List<String> lines() {
        return systems.keySet().stream().map(this::line).toList();
    }

    private String line(String system) {
        Written written = systems.getOrDefault(system, new Written(0, 0, 0, false));
        return "writes: up to %s to %s in %d %s (%s of messages, counting the copies on all nodes)%s"
                .formatted(
                        size(written.bytes),
                        system,
                        written.trials,
                        written.trials == 1 ? "trial" : "trials",
                        size(written.payloadBytes),
                        written.elsewhere ? ", which is not on this machine" : "");
    }

    /** What goes elsewhere, as a phrase. */
    String elsewhere() {
        List<String> phrases = new ArrayList<>();
        systems.forEach((system, written) -> {
            if (written.elsewhere) {
                phrases.add(size(written.bytes) + " to " + system);
            }
        });
        return String.join(" and ", phrases);
    }

    static String size(double bytes) {
        return bytes < 1e9
                ? String.format(Locale.ROOT, "%.1f MB", bytes / 1e6)
                : String.format(Locale.ROOT, "%.1f GB", bytes / 1e9);
    }
}
