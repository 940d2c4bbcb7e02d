package dev.assay.analysis.experiment;

import dev.assay.model.result.CapacityRecord;
import dev.assay.model.result.CapacityRecord.State;
import dev.assay.model.result.Interval;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What the searches of one point have found together. Each of them is one sample, as each had a cluster of its own: the bounds of one
 * search say nothing of where another would end.
 *
 * @param label of the point
 * @param searches that have ended, in the order in which they were made
 */
public record CapacityEstimate(String label, List<CapacityRecord> searches) {
    public CapacityEstimate {
        searches = List.copyOf(searches);
    }

    /** The points of a run, in their order; those of which no search has ended are left out. */
    public static List<CapacityEstimate> of(List<CapacityRecord> records) {
        Map<String, List<CapacityRecord>> byLabel = records.stream()
                .filter(record -> record.state() != State.UNDER_WAY)
                .collect(Collectors.groupingBy(CapacityRecord::label, LinkedHashMap::new, Collectors.toList()));
        List<CapacityEstimate> points = new ArrayList<>();
        byLabel.forEach((label, same) -> points.add(new CapacityEstimate(label, same)));
        return points;
    }

    /** The rates that the searches confirmed, in messages per second; those that ended at or beyond an end of their range are left out. */
    public List<Double> values() {
        return searches.stream()
                .filter(search -> search.state() == State.FOUND && !search.ofHarness())
                .flatMap(search -> search.lowerPerSecond().stream())
                .toList();
    }

    /** How many searches ended below their range. */
    public int below() {
        return (int) searches.stream()
                .filter(search -> search.state() == State.BELOW_RANGE)
                .count();
    }

    /** How many ended above their range, or at the harness's own limit. */
    public int above() {
        return (int) searches.stream().filter(CapacityEstimate::isAbove).count();
    }

    private static boolean isAbove(CapacityRecord search) {
        return search.state() == State.ABOVE_RANGE || search.ofHarness();
    }

    /** How many were abandoned. */
    public int stopped() {
        return (int) searches.stream()
                .filter(search -> search.state() == State.STOPPED)
                .count();
    }

    /**
     * The interval of the typical capacity, in messages per second; of one search that of its own cluster. Searches that found no rate, or
     * missed none, count: with them there is none below {@value Interval#DISTRIBUTION_FREE_FROM} searches, and from there on an end may be
     * open, at 0 or at infinity.
     */
    public Optional<Interval> interval() {
        return Interval.ofRanges(searches.stream().map(CapacityRecord::range).toList());
    }

    /** The rates that half and nine tenths of the trials pass; empty where no search has enough long trials, of which some passed. */
    public Optional<PassRates> passRates() {
        return PassRates.of(searches);
    }
}
