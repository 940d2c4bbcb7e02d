package dev.assay.cli.live;

import dev.assay.report.chart.TrialCharts;
import dev.assay.report.view.Block.Plot;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a page is told at once.
 *
 * @param next what the page has seen with it
 * @param place what the run is doing
 * @param ended the trials that have ended, the latest last
 * @param whole whether the charts take the place of those that were there; otherwise their values follow on those
 * @param plots where the charts stand that are read first; only with a whole
 * @param more where the others stand; only with a whole
 * @param charts of the trial that is drawn; null before there is one
 * @param keptSeconds how many seconds of the series the page keeps, the latest
 * @param over how the run ended, for people; empty while it goes on
 */
record LiveUpdate(
        String next,
        String place,
        List<Ended> ended,
        boolean whole,
        List<Plot> plots,
        List<Plot> more,
        @Nullable TrialCharts charts,
        int keptSeconds,
        String over) {
    /**
     * A trial that has ended.
     *
     * @param verdict the grade, or that it did not finish
     */
    record Ended(String trial, String verdict) {}
}
