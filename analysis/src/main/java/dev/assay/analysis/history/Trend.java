package dev.assay.analysis.history;

import dev.assay.analysis.comparison.ComparedFigure;
import dev.assay.analysis.history.ChangePoints.Split;
import java.util.ArrayList;
import java.util.List;

/**
 * How one statistic went from run to run.
 *
 * @param runs how many have it
 * @param changes in the order of time; none where there are too few runs
 */
public record Trend(HistoryStatistic statistic, int runs, List<Change> changes) {
    /**
     * A change between two runs that follow each other.
     *
     * @param before the last run before it
     * @param after the first run after it
     * @param medianBefore over the runs since the change before, or the first; in the unit of the statistic
     * @param medianAfter over the runs until the next change, or the last
     * @param runsBefore how many those are
     * @param runsAfter how many these are
     * @param p how probable it is that runs which do not differ would show as clear a change anywhere
     */
    public record Change(
            HistoryPoint before,
            HistoryPoint after,
            double medianBefore,
            double medianAfter,
            int runsBefore,
            int runsAfter,
            double p) {
        /** By what factor it went up. */
        public double ratio() {
            return medianAfter / medianBefore;
        }
    }

    public Trend {
        changes = List.copyOf(changes);
    }

    static Trend of(
            HistoryStatistic statistic, List<HistoryPoint> points, List<Double> medians, ChangePoints detector) {
        List<Split> splits = detector.find(medians);
        List<Change> changes = new ArrayList<>();
        for (int i = 0; i < splits.size(); i++) {
            int at = splits.get(i).at();
            int from = i == 0 ? 0 : splits.get(i - 1).at();
            int to = i + 1 == splits.size() ? medians.size() : splits.get(i + 1).at();
            changes.add(new Change(
                    points.get(at - 1),
                    points.get(at),
                    ComparedFigure.median(medians.subList(from, at)).orElseThrow(),
                    ComparedFigure.median(medians.subList(at, to)).orElseThrow(),
                    at - from,
                    to - at,
                    splits.get(i).p()));
        }
        return new Trend(statistic, medians.size(), changes);
    }

    /** Whether there are runs enough to look for a change. */
    public boolean tested() {
        return runs >= ChangePoints.LEAST_RUNS;
    }
}
