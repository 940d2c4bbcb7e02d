package dev.assay.analysis;

import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Statistic;
import java.util.List;
import java.util.Optional;

/**
 * Holds what live consumers and producers measured before, during and after an event: while a late group catches up, or from a
 * fault until recovery.
 *
 * @param title such as {@code late catches up} or {@code kill-one}
 */
public record EventWindowAnalysis(String title, List<WindowAnalysis> windows) {
    public EventWindowAnalysis {
        windows = List.copyOf(windows);
    }

    /**
     * Holds the values of the samples that were completed in a part of the load by the clock, whose edges are sharp to the second.
     *
     * @param name {@code before}, {@code during} or {@code after}
     * @param fromSeconds counted from the start of the load
     * @param toSeconds counted from the start of the load
     * @param rows the rate of acknowledgements, the response, and the end-to-end of live consumers, as far as there are samples
     */
    public record WindowAnalysis(String name, double fromSeconds, double toSeconds, List<Reading> rows) {
        public WindowAnalysis {
            rows = List.copyOf(rows);
        }

        public Optional<Reading> row(Statistic statistic) {
            return rows.stream()
                    .filter(row -> row.statistic().equals(statistic))
                    .findFirst();
        }
    }
}
