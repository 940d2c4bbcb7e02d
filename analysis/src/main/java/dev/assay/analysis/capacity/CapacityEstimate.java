package dev.assay.analysis.capacity;

import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Readings;
import dev.assay.analysis.reading.Statistic;
import dev.assay.model.result.CapacityRecord;
import dev.assay.model.result.CapacityRecord.State;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Combines the searches of one point. Each search is one sample, since each had a cluster of its own: the bounds of one search do
 * not tell where another would end.
 *
 * @param label of the point
 * @param searches that have ended, in the order in which they were made
 */
public record CapacityEstimate(String label, List<CapacityRecord> searches) {
    public CapacityEstimate {
        searches = List.copyOf(searches);
    }

    /** Returns the points of a run in their order, without those of which no search has ended. */
    public static List<CapacityEstimate> of(List<CapacityRecord> records) {
        Map<String, List<CapacityRecord>> byLabel = records.stream()
                .filter(record -> record.state() != State.UNDER_WAY)
                .collect(Collectors.groupingBy(CapacityRecord::label, LinkedHashMap::new, Collectors.toList()));
        List<CapacityEstimate> points = new ArrayList<>();
        byLabel.forEach((label, same) -> points.add(new CapacityEstimate(label, same)));
        return points;
    }

    /** Returns the capacities found; the interval is that of the typical capacity, or with one search that of its own cluster. */
    public Readings readings() {
        return Readings.of(
                Statistic.CAPACITY, searches.stream().map(Reading::of).toList());
    }

    /**
     * Returns the rates that half and nine tenths of the trials pass; empty where no search has enough long trials, of which some
     * passed.
     */
    public Optional<PassRates> passRates() {
        return PassRates.of(searches);
    }
}
