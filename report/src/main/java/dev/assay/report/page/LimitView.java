package dev.assay.report.page;

import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.limit.LimitText;
import dev.assay.analysis.limit.PhaseLimits;
import java.util.List;
import java.util.Optional;

/**
 * What limited a phase.
 *
 * @param phase its name; empty where it goes without saying
 * @param headline the resources, or that none was found
 * @param evidence of what was at its limit, and what could not be judged
 * @param below what was not at its limit
 * @param shares figures beside what the machine was calibrated to do
 */
public record LimitView(String phase, String headline, List<String> evidence, List<String> below, List<String> shares) {
    /**
     * The view of a phase; empty where nobody looked.
     *
     * @param name its name in headings; empty where it goes without saying
     */
    public static Optional<LimitView> of(PhaseAnalysis phase, String name) {
        return phase.limits().map(limits -> of(limits, name));
    }

    private static LimitView of(PhaseLimits limits, String name) {
        return new LimitView(
                name,
                LimitText.headline(limits),
                LimitText.evidence(limits),
                LimitText.below(limits),
                LimitText.shares(limits));
    }
}
