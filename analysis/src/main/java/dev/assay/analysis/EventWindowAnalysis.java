package dev.assay.analysis;

import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Statistic;
import java.util.List;
import java.util.Optional;

/**
 * What others saw before, during and after something that happened: the isolation of live consumers while a late group catches
 * up, or a fault until recovery.
 *
 * @param title such as {@code late catches up} or {@code kill-one}
 */
public record EventWindowAnalysis(String title, List<WindowAnalysis> windows) {
    public EventWindowAnalysis {
        windows = List.copyOf(windows);
    }

    /**
     * A part of the load by the clock; its samples were completed in it, its edges are sharp to the second.
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

        /** One of its values. */
        public Optional<Reading> row(Statistic statistic) {
            return rows.stream()
                    .filter(row -> row.statistic().equals(statistic))
                    .findFirst();
        }
    }
}
