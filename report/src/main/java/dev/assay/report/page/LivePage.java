package dev.assay.report.page;

import dev.assay.report.view.Block.Plot;

/**
 * Holds the live page of a run without measured values.
 *
 * @param run its id
 * @param report where its report will be, for people
 */
public record LivePage(String run, String scenario, String version, String report) {
    /** Returns the empty plot of a chart over time, which the script copies and fills. */
    public Plot time() {
        return empty(Plot.Kind.TIME);
    }

    /** Returns the empty plot of a heat map, which the script copies and fills. */
    public Plot heat() {
        return empty(Plot.Kind.HEAT);
    }

    private static Plot empty(Plot.Kind kind) {
        return new Plot("", kind, "", "", "", "", "", "");
    }
}
