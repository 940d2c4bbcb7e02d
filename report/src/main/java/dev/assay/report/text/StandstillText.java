package dev.assay.report.text;

import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.quality.Quality.Flaw;
import dev.assay.analysis.quality.Quality.Kind;
import dev.assay.analysis.reading.Statistic;
import dev.assay.analysis.statistics.Standstill;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.LatencyStatistic;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Says that a system stood still, when and for how long, and which values of its phase are due to that. */
public final class StandstillText {
    private StandstillText() {}

    /** Returns a clause such as {@code the system stood still for 2.0 s from second 21.4 of the phase on}; empty where it did not. */
    public static Optional<String> of(PhaseAnalysis phase) {
        List<Standstill> all = phase.standstills();
        if (all.isEmpty()) {
            return Optional.empty();
        }
        double longest = all.stream().mapToDouble(Standstill::seconds).max().orElse(0);
        String times = all.size() == 1 ? "for" : all.size() + " times, for up to";
        String text = String.format(
                Locale.ROOT,
                "the system stood still %s %.1f s%s from second %.1f of the phase on",
                times,
                longest,
                all.size() == 1 ? "" : ", first",
                all.getFirst().fromSeconds());
        return Optional.of(text + tail(phase));
    }

    /** Says which response times are those of the messages that waited for the end of one or two standstills. */
    private static String tail(PhaseAnalysis phase) {
        List<String> names = LatencyStatistic.PERCENTS.stream()
                .filter(percent -> phase.headline(Statistic.quantile(LatencyMetric.RESPONSE, percent)).stream()
                        .flatMap(row -> row.quality().flaws().stream())
                        .map(Flaw::kind)
                        .anyMatch(Kind.FEW_EVENTS::equals))
                .map(Formats::percentile)
                .toList();
        String events = phase.standstills().size() == 1 ? "that event" : "these events";
        return switch (names.size()) {
            case 0 -> "";
            case 1 -> ", and response " + names.getFirst() + " is " + events;
            default -> ", and response " + names.getFirst() + " to " + names.getLast() + " are " + events;
        };
    }
}
