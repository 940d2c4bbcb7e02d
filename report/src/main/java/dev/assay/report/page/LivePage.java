package dev.assay.report.page;

import dev.assay.report.view.Block.Plot;

/**
 * The page of a run that goes on, without what is measured.
 *
 * @param run its id
 * @param report where its report will be, for people
 */
public record LivePage(String run, String scenario, String version, String report) {
    /** How a chart over time stands in a report, for the script to fill. */
    public Plot time() {
        return empty(Plot.Kind.TIME);
    }

    /** The same of a heat map. */
    public Plot heat() {
        return empty(Plot.Kind.HEAT);
    }

    private static Plot empty(Plot.Kind kind) {
        return new Plot("", kind, "", "", "", "", "", "");
    }
}
