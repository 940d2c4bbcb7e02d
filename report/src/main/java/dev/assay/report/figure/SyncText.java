package dev.assay.report.figure;

import dev.assay.core.metric.Labels;
import dev.assay.core.metric.Metrics;
import dev.assay.core.result.Phase;
import dev.assay.core.result.Series;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.DoubleStream;

/** How often each server waited for its disk, as the evidence beside a durability level. */
public final class SyncText {
    private SyncText() {}

    /** Means of the measured phase by server; empty where nobody counted. */
    public static Optional<String> perServer(Series series, List<Phase> phases) {
        List<String> servers = phases.stream()
                .filter(phase -> phase.name().equals(Phase.MEASURE))
                .flatMap(measure -> series.tracks(Metrics.NODE_SYNCS).stream().map(track -> server(track, measure)))
                .toList();
        return servers.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", servers));
    }

    private static String server(Series.Track track, Phase measure) {
        double[] seconds = track.during(measure).toArray();
        double mean = DoubleStream.of(seconds).average().orElse(Double.NaN);
        return "%s %s (n = %d s)"
                .formatted(
                        track.labels().get(Labels.NODE),
                        Double.isNaN(mean) ? "unknown" : String.format(Locale.ROOT, "%,.1f/s", mean),
                        seconds.length);
    }
}
