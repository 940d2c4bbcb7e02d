package dev.assay.analysis.cost;

import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.cost.Prices.Item;
import dev.assay.analysis.reading.CostReadings;
import dev.assay.analysis.reading.Statistic;
import dev.assay.model.result.Verdict.Grade;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Holds how much of each priced resource a million acknowledged messages took.
 *
 * @param point the label of the trials, with the phase where they have several
 * @param trials the phase in each trial that is not INVALID
 */
public record MessageCost(String point, List<PhaseAnalysis> trials) {
    /** A million messages of so many bytes each are a GB; a million microseconds are a second. */
    private static final double BYTES = 1e3;

    public MessageCost {
        trials = List.copyOf(trials);
    }

    /** Returns every point of a run, in the order in which they were first measured. */
    public static List<MessageCost> of(RunAnalysis run) {
        Map<String, List<PhaseAnalysis>> points = new LinkedHashMap<>();
        for (TrialAnalysis trial : run.trials()) {
            if (trial.verdict().grade() != Grade.INVALID) {
                for (PhaseAnalysis phase : trial.measured()) {
                    String point = trial.trial().identity().label()
                            + (trial.measured().size() > 1 ? " " + phase.phase().name() : "");
                    points.computeIfAbsent(point, _ -> new ArrayList<>()).add(phase);
                }
            }
        }
        List<MessageCost> costs = new ArrayList<>();
        points.forEach((point, trials) -> costs.add(new MessageCost(point, trials)));
        return costs;
    }

    private static double quantity(PhaseAnalysis phase, Item item) {
        double each = phase.row(statistic(item)).map(row -> row.value()).orElse(Double.NaN);
        return item.isTime() ? each : each / BYTES;
    }

    private static Statistic statistic(Item item) {
        return switch (item) {
            case SERVER_CPU_HOUR -> CostReadings.SERVER_CPU;
            case CLIENT_CPU_HOUR -> CostReadings.WORKER_CPU;
            case GB_WRITTEN -> CostReadings.DISK_WRITTEN;
            case GB_TO_SERVERS -> CostReadings.TO_SERVERS;
            case GB_TO_CLIENTS -> CostReadings.TO_CLIENTS;
            case GB_AMONG_SERVERS -> CostReadings.AMONG_SERVERS;
        };
    }

    /** Returns the quantity in each trial in which it is known, in seconds or GB. */
    public List<Double> quantities(Item item) {
        return trials.stream()
                .map(trial -> quantity(trial, item))
                .filter(Double::isFinite)
                .toList();
    }

    /** Returns the total cost of all items that have a price, in each trial in which all quantities are known. */
    public List<Double> totals(Prices prices) {
        return trials.stream()
                .map(trial -> prices.amounts().keySet().stream()
                        .mapToDouble(item -> prices.cost(item, quantity(trial, item)))
                        .sum())
                .filter(Double::isFinite)
                .toList();
    }
}
