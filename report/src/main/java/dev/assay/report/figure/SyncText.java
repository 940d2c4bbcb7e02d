package dev.assay.report.figure;

import dev.assay.core.result.Phase;
import dev.assay.core.result.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** How often each server waited for its disk, as the evidence beside a durability level. */
public final class SyncText {
    private static final String SYNCS = ".syncs_per_s";
    private static final String WORKER = "worker";
    private static final double NANOS_PER_SECOND = 1e9;

    private SyncText() {}

    /** Means of the measured phase by server; empty where nobody counted. */
    public static Optional<String> perServer(Series series, List<Phase> phases) {
        Optional<Phase> measure = phases.stream()
                .filter(phase -> phase.name().equals(Phase.MEASURE))
                .findFirst();
        List<String> servers = new ArrayList<>();
        for (int i = 0; i < series.columns().size() && measure.isPresent(); i++) {
            String column = series.columns().get(i);
            if (column.endsWith(SYNCS) && !column.startsWith(WORKER)) {
                servers.add(server(column, i, series, measure.get()));
            }
        }
        return servers.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", servers));
    }

    private static String server(String column, int index, Series series, Phase measure) {
        double[] seconds = series.rows().stream()
                .filter(row -> row[0] * NANOS_PER_SECOND > measure.startNanos()
                        && row[0] * NANOS_PER_SECOND <= measure.endNanos())
                .mapToDouble(row -> row[index])
                .filter(Double::isFinite)
                .toArray();
        double mean = java.util.Arrays.stream(seconds).average().orElse(Double.NaN);
        return "%s %s (n = %d s)"
                .formatted(
                        column.substring(0, column.length() - SYNCS.length()),
                        Double.isNaN(mean) ? "unknown" : String.format(Locale.ROOT, "%,.1f/s", mean),
                        seconds.length);
    }
}
