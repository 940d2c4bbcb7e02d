package dev.assay.run.preflight;

import dev.assay.model.spec.TrialSpec;
import dev.assay.model.spec.Workload;
import dev.assay.model.timeline.Phase.Expectation;
import dev.assay.model.timeline.Timeline;
import dev.assay.model.unit.ByteSize;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.scenario.plan.ProgressEstimate;
import dev.assay.scenario.search.SearchEstimate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Estimates the most that a plan writes to each system: messages over the whole load, by their mean size, in as many copies as the system
 * keeps. Headers, keys, indexes and compression are left out.
 *
 * @param systems by name, in the order of the plan
 */
public record WrittenData(Map<String, Written> systems) {
    /**
     * @param trials most trials
     * @param payloadBytes of all messages, once
     * @param bytes of all messages in all copies
     * @param demand on the system at once
     * @param foreign whether others run the system: an address on this machine may be a tunnel to anywhere
     */
    public record Written(int trials, double payloadBytes, double bytes, ClusterDemand demand, boolean foreign) {
        private Written plus(Written other) {
            return new Written(
                    trials + other.trials,
                    payloadBytes + other.payloadBytes,
                    bytes + other.bytes,
                    demand.max(other.demand),
                    foreign || other.foreign);
        }
    }

    public WrittenData {
        systems = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(systems));
    }

    public static WrittenData of(Plan plan) {
        Map<String, Written> systems = new LinkedHashMap<>();
        Set<String> before = new HashSet<>();
        for (PlannedTrial trial : plan.trials()) {
            boolean again = !before.add(trial.label());
            systems.merge(trial.spec().system().system(), of(trial.spec(), again), Written::plus);
        }
        return new WrittenData(systems);
    }

    /** Estimates the bytes that one trial writes to its system, in all copies. */
    public static double bytes(TrialSpec trial) {
        return of(trial, true).bytes();
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
        return new Written(trials, payload, payload * copies, demand(trial, copies), trial.onServersOfOthers());
    }

    private static ClusterDemand demand(TrialSpec trial, int copies) {
        Workload load = trial.workload();
        double peak =
                trial.search().map(search -> search.to().perSecond()).orElseGet(() -> peakPerSecond(trial.timeline()));
        double bytesPerSecond = peak * load.message().meanBytes();
        boolean overload = trial.search().isPresent()
                || trial.timeline().phases().stream().anyMatch(phase -> phase.expectation() == Expectation.OVERLOAD);
        return new ClusterDemand(
                (long) load.topics() * load.partitions() * copies,
                bytesPerSecond,
                bytesPerSecond * load.allSubscriptions().size(),
                load.totalProducers() + load.totalConsumers(),
                overload);
    }

    private static double peakPerSecond(Timeline timeline) {
        return timeline.parts().stream()
                .mapToDouble(part -> part.profile().peakPerSecond())
                .max()
                .orElse(0);
    }

    public double foreignBytes() {
        return systems.values().stream()
                .filter(Written::foreign)
                .mapToDouble(Written::bytes)
                .sum();
    }

    /** Returns a line for each system, and one more for each that others run. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        systems.forEach((system, written) -> {
            lines.add(line(system, written));
            if (written.foreign) {
                lines.add("asks of " + system + ": " + written.demand.text());
            }
        });
        return lines;
    }

    /**
     * Returns what may hurt systems that others run, as phrases; none where that is little.
     *
     * @param max bytes that need no consent
     */
    List<String> warnings(ByteSize max) {
        List<String> warnings = new ArrayList<>();
        if (foreignBytes() > max.bytes()) {
            warnings.add("it writes up to " + foreignPhrase() + ", more than " + max + " (--max-data)");
        }
        systems.forEach((system, written) -> {
            if (written.foreign) {
                warnings.addAll(written.demand.warnings(system));
            }
        });
        return warnings;
    }

    /** Returns the systems of others that are deliberately offered more than they sustain. */
    public List<String> saturated() {
        List<String> saturated = new ArrayList<>();
        systems.forEach((system, written) -> {
            if (written.foreign && written.demand.overload()) {
                saturated.add(system);
            }
        });
        return saturated;
    }

    private static String line(String system, Written written) {
        return "writes: up to %s to %s in %d %s (%s of messages, counting the copies on all nodes)%s"
                .formatted(
                        size(written.bytes),
                        system,
                        written.trials,
                        written.trials == 1 ? "trial" : "trials",
                        size(written.payloadBytes),
                        written.foreign ? ", which Assay did not start" : "");
    }

    private String foreignPhrase() {
        List<String> phrases = new ArrayList<>();
        systems.forEach((system, written) -> {
            if (written.foreign) {
                phrases.add(size(written.bytes) + " to " + system);
            }
        });
        return String.join(" and ", phrases);
    }

    /** Formats a size, such as {@code 1.5 GB}. */
    public static String size(double bytes) {
        return bytes < 1e9
                ? String.format(Locale.ROOT, "%.1f MB", bytes / 1e6)
                : String.format(Locale.ROOT, "%.1f GB", bytes / 1e9);
    }
}
