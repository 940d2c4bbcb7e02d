package dev.assay.model.result;

import java.util.List;
import java.util.Optional;

/**
 * What was seen in a phase that was to last until the trial is in a steady state.
 *
 * @param phase its name
 * @param reached whether all series were steady before the phase had reached its limit
 * @param afterSeconds since when, from the begin of the phase; where it was not reached, how long the phase lasted
 * @param last the series that was steady last, or that was not
 * @param series all that were looked at, as they were when it was decided
 */
public record SteadyRecord(String phase, boolean reached, double afterSeconds, String last, List<SeriesRecord> series) {
    /**
     * One series of values, one each second.
     *
     * @param name such as {@code response p50}
     * @param steady whether it was
     * @param sinceSeconds since when, from the begin of the phase; where it was not, from where on that was asked last
     * @param level median since then, in the series' unit
     * @param unit as a symbol
     * @param slope median change from one second to the next since then, as a fraction of the level
     * @param z of Mann and Kendall's test since then
     */
    public record SeriesRecord(
            String name, boolean steady, double sinceSeconds, double level, String unit, double slope, double z) {}

    public SteadyRecord {
        series = List.copyOf(series);
    }

    /** The series that is not steady and changes fastest; the one that was steady last where all are. */
    public Optional<SeriesRecord> telling() {
        return series.stream().filter(one -> one.name().equals(last)).findFirst();
    }
}
