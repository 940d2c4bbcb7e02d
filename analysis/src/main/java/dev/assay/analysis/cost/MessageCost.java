package dev.assay.analysis.cost;

import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.cost.Prices.Item;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metric;
import dev.assay.model.metric.Metrics;
import dev.assay.model.result.SystemIdentity;
import dev.assay.model.result.Verdict.Grade;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a million acknowledged messages took of what is paid for.
 *
 * @param point what was measured: the label of its trials, with the phase where they have several
 * @param trials those that are not INVALID, each with the quantities that are known of it, in the units of their items
 */
public record MessageCost(String point, List<Map<Item, Double>> trials) {
    private static final double MILLION = 1e6;
    private static final double GIGABYTE = 1e9;

    public MessageCost {
        trials = List.copyOf(trials);
    }

    /** Every point of a run, in the order in which they were first measured. */
    public static List<MessageCost> of(RunAnalysis run) {
        Map<String, List<Map<Item, Double>>> points = new LinkedHashMap<>();
        for (TrialAnalysis trial : run.trials()) {
            if (trial.verdict().grade() != Grade.INVALID) {
                for (PhaseAnalysis phase : trial.measured()) {
                    String point = trial.trial().identity().label()
                            + (trial.measured().size() > 1 ? " " + phase.phase().name() : "");
                    points.computeIfAbsent(point, _ -> new ArrayList<>()).add(took(trial, phase));
                }
            }
        }
        List<MessageCost> costs = new ArrayList<>();
        points.forEach((point, trials) -> costs.add(new MessageCost(point, trials)));
        return costs;
    }

    private static Map<Item, Double> took(TrialAnalysis trial, PhaseAnalysis phase) {
        Map<Item, Double> took = new EnumMap<>(Item.class);
        double rate = phase.achievedPerSecond();
        // Of a very long trial only the extremes of several seconds each are at hand, and no means.
        if (trial.secondsPerPoint() == 1 && rate > 0) {
            for (Item item : Item.values()) {
                double perSecond = perSecond(item, trial, phase);
                if (!Double.isNaN(perSecond)) {
                    took.put(item, perSecond * MILLION / rate);
                }
            }
        }
        return took;
    }

    /** Bytes are those over TCP, with requests, answers and the workers' reports; what passes among servers, servers received and no worker sent. */
    private static double perSecond(Item item, TrialAnalysis trial, PhaseAnalysis phase) {
        return switch (item) {
            case SERVER_CPU_HOUR -> PhaseCost.perSecond(trial, phase, Metrics.PROCESS_CPU, Labels.NODE);
            case CLIENT_CPU_HOUR -> PhaseCost.perSecond(trial, phase, Metrics.PROCESS_CPU, Labels.WORKER);
            case GB_WRITTEN -> PhaseCost.perSecond(trial, phase, Metrics.PROCESS_DISK_WRITTEN, Labels.NODE) / GIGABYTE;
            case GB_TO_SERVERS -> ofWorkers(trial, phase, Metrics.PROCESS_NETWORK_SENT) / GIGABYTE;
            case GB_TO_CLIENTS -> ofWorkers(trial, phase, Metrics.PROCESS_NETWORK_RECEIVED) / GIGABYTE;
            case GB_AMONG_SERVERS ->
                Math.max(
                                0,
                                PhaseCost.perSecond(trial, phase, Metrics.PROCESS_NETWORK_RECEIVED, Labels.NODE)
                                        - ofWorkers(trial, phase, Metrics.PROCESS_NETWORK_SENT))
                        / GIGABYTE;
        };
    }

    /** Not known without servers: workers with the system in them talk to the coordinator alone. */
    private static double ofWorkers(TrialAnalysis trial, PhaseAnalysis phase, Metric metric) {
        SystemIdentity system = trial.trial().system();
        return system.nodes() > 0 || system.deployment().equals("existing")
                ? PhaseCost.perSecond(trial, phase, metric, Labels.WORKER)
                : Double.NaN;
    }

    /** The quantity in each trial in which it is known. */
    public List<Double> quantities(Item item) {
        return trials.stream()
                .map(trial -> trial.getOrDefault(item, Double.NaN))
                .filter(Double::isFinite)
                .toList();
    }

    /** What all that has a price cost together, in each trial in which all of it is known. */
    public List<Double> totals(Prices prices) {
        return trials.stream()
                .map(trial -> prices.amounts().keySet().stream()
                        .mapToDouble(item -> prices.cost(item, trial.getOrDefault(item, Double.NaN)))
                        .sum())
                .filter(Double::isFinite)
                .toList();
    }
}
