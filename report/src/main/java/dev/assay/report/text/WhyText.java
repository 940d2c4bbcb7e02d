package dev.assay.report.text;

import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.bottleneck.BottleneckText;
import dev.assay.analysis.correlation.CorrelatedEvents;
import dev.assay.analysis.correlation.CorrelatedEvents.Recurring;
import dev.assay.analysis.correlation.LatencySpike;
import dev.assay.analysis.correlation.LatencySpike.Beside;
import dev.assay.analysis.reading.CostReadings;
import dev.assay.analysis.reading.Statistic;
import dev.assay.model.display.Figure;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metric;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

public final class WhyText {
    private static final int MAX_SPIKES = 5;
    private static final int MAX_BESIDE = 3;

    private WhyText() {}

    /** Describes what messages cost, in a line each; none where nothing is known. */
    public static List<String> costs(PhaseAnalysis phase) {
        Map<Statistic, String> texts = new LinkedHashMap<>();
        texts.put(CostReadings.SERVER_CPU, "servers: %s s of processor time per million messages");
        texts.put(
                CostReadings.WORKER_CPU, "workers (clients and harness): %s s of processor time per million messages");
        texts.put(
                CostReadings.WRITE_AMPLIFICATION,
                "servers sent %s bytes to disks per byte of payload, all copies together");
        texts.put(CostReadings.PER_WRITE, "%s messages per write request that servers handled");
        texts.put(CostReadings.PER_BATCH, "%s messages per batch that clients sent");
        texts.put(CostReadings.PER_SYNC, "%s messages per sync of a server");
        List<String> lines = new ArrayList<>();
        texts.forEach((statistic, text) -> phase.row(statistic)
                .filter(row -> row.value() > 0)
                .ifPresent(row -> lines.add(
                        text.formatted(threeDigits(row.value())) + " (n = " + Formats.count(row.n()) + " messages)")));
        return lines;
    }

    private static String threeDigits(double value) {
        return Figure.of(value >= 100 ? "%,.0f" : value >= 10 ? "%.1f" : "%.2f", value);
    }

    /** Describes what coincided with spikes: first repeated coincidences, then the worst spikes in order of time. */
    public static List<String> correlatedEvents(CorrelatedEvents events) {
        if (events.spikes().isEmpty()) {
            return List.of();
        }
        List<String> lines = new ArrayList<>();
        events.recurring().forEach(one -> lines.add(recurring(one, events)));
        events.spikes().stream()
                .sorted(Comparator.comparingLong(LatencySpike::p99Nanos).reversed())
                .limit(MAX_SPIKES)
                .sorted(Comparator.comparingDouble(LatencySpike::fromSeconds))
                .forEach(spike -> lines.add(spike(spike)));
        if (events.spikes().size() > MAX_SPIKES) {
            lines.add("and " + Formats.counted(events.spikes().size() - MAX_SPIKES, "lesser spike"));
        }
        return lines;
    }

    public static String note(CorrelatedEvents events) {
        return String.format(
                Locale.ROOT,
                "Spikes: seconds whose response p99 is at least 3 times the usual one (%s, the median of all seconds) and 1 ms above it. The list has what exceeded its usual level by more than in any of %d calm seconds. By chance alone, about %.1f of %d series would appear beside each spike. Recurs: when all series are shifted against the spikes, coincidences as frequent as this occur in at most 5 %% of the shifts. Correlated events, not causes.",
                LatencyUnit.text(events.usualP99Nanos()),
                events.calm(),
                events.byChance(),
                events.looked());
    }

    private static String recurring(Recurring one, CorrelatedEvents events) {
        return String.format(
                Locale.ROOT,
                "recurs with %d of %d spikes (p = %.3f by shifts, %d series): %s",
                one.hits(),
                events.spikes().size(),
                one.p(),
                events.looked(),
                name(one.metric(), one.labels()));
    }

    private static String spike(LatencySpike spike) {
        String when = String.format(
                Locale.ROOT,
                "%.0f to %.0f s (p99 up to %s, n = %s): ",
                spike.fromSeconds(),
                spike.toSeconds(),
                LatencyUnit.text(spike.p99Nanos()),
                Formats.count(spike.samples()));
        if (spike.with().isEmpty()) {
            return when + "nothing recorded stood out";
        }
        String more =
                spike.with().size() > MAX_BESIDE ? ", and " + (spike.with().size() - MAX_BESIDE) + " more" : "";
        return when
                + spike.with().stream().limit(MAX_BESIDE).map(WhyText::beside).collect(Collectors.joining("; "))
                + more;
    }

    private static String beside(Beside beside) {
        return name(beside.metric(), beside.labels()) + " "
                + BottleneckText.value(beside.value(), beside.metric().unit()) + " (usually "
                + BottleneckText.value(beside.usual(), beside.metric().unit()) + ")";
    }

    private static String name(Metric metric, Labels labels) {
        String of = labels.values().values().stream().collect(Collectors.joining(", "));
        return metric.title() + (of.isEmpty() ? "" : " of " + of);
    }
}
