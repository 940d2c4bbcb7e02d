package dev.assay.model.result;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A recorded trial and what is thought of it by now.
 *
 * @param verdict by the present rules; the record has the one at the time
 * @param limits what was at its limit in each measured phase; none where nobody looked
 * @param achievedPerSecond messages acknowledged within each measured phase by its length, by the phase's name
 */
public record JudgedTrial(
        TrialRecord trial, Verdict verdict, List<PhaseBottleneck> limits, Map<String, Double> achievedPerSecond) {
    /**
     * What was at its limit in a phase, in words for spreadsheets and scripts.
     *
     * @param phase its name
     * @param resources such as {@code disk}, separated by spaces; {@code none} or {@code not-known}
     * @param evidence the values
     */
    public record PhaseBottleneck(String phase, String resources, String evidence) {}

    public JudgedTrial {
        limits = List.copyOf(limits);
        achievedPerSecond = Map.copyOf(achievedPerSecond);
    }

    /** What was at its limit in that phase. */
    public Optional<PhaseBottleneck> limit(String phase) {
        return limits.stream().filter(limit -> limit.phase().equals(phase)).findFirst();
    }
}
