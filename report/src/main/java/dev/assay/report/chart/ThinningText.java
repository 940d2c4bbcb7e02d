package dev.assay.report.chart;

import dev.assay.analysis.TrialAnalysis;

/** Says that not every second of a long trial is drawn. */
final class ThinningText {
    private ThinningText() {}

    /** To be added to the note of a chart; empty where every second is drawn. */
    static String note(TrialAnalysis analysis) {
        return analysis.secondsPerPoint() == 1
                ? ""
                : "; of every %d seconds the lowest and the highest figure".formatted(analysis.secondsPerPoint());
    }
}
