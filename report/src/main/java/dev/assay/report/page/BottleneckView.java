package dev.assay.report.page;

import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.bottleneck.BottleneckText;
import dev.assay.analysis.bottleneck.PhaseBottlenecks;
import dev.assay.analysis.correlation.CorrelatedEvents;
import dev.assay.analysis.cost.PhaseCost;
import dev.assay.report.figure.WhyText;
import java.util.List;
import java.util.Optional;

/**
 * What limited a phase.
 *
 * @param phase its name; empty where it goes without saying
 * @param headline the resources, or that none was found
 * @param evidence of what was at its limit, and what could not be judged
 * @param below what was not at its limit
 * @param fractions figures beside what the machine was calibrated to do
 * @param costs what messages cost
 * @param coincidences what stood out while latency did; none where there were no spikes
 * @param note what coincidences are worth; empty where there are none
 */
public record BottleneckView(
        String phase,
        String headline,
        List<String> evidence,
        List<String> below,
        List<String> fractions,
        List<String> costs,
        List<String> coincidences,
        String note) {
    /**
     * The view of a phase; empty where nobody looked.
     *
     * @param name its name in headings; empty where it goes without saying
     */
    public static Optional<BottleneckView> of(TrialAnalysis trial, PhaseAnalysis phase, String name) {
        return phase.limits().map(limits -> of(trial, phase, limits, name));
    }

    private static BottleneckView of(TrialAnalysis trial, PhaseAnalysis phase, PhaseBottlenecks limits, String name) {
        Optional<CorrelatedEvents> found = CorrelatedEvents.of(trial, phase.phase())
                .filter(any -> !any.spikes().isEmpty());
        return new BottleneckView(
                name,
                BottleneckText.headline(limits),
                BottleneckText.evidence(limits),
                BottleneckText.below(limits),
                BottleneckText.fractions(limits),
                PhaseCost.of(trial, phase).map(WhyText::costs).orElse(List.of()),
                found.map(WhyText::coincidences).orElse(List.of()),
                found.map(WhyText::note).orElse(""));
    }
}
