package dev.assay.cli.history;

import dev.assay.analysis.history.History;
import dev.assay.report.export.BenchstatExport;
import dev.assay.report.export.Exported;
import dev.assay.report.export.OtavaExport;

/** Tools for which a history can be written, by the names that the command line takes. */
enum ExportFormat {
    OTAVA("otava"),
    BENCHSTAT("benchstat");

    private final String text;

    ExportFormat(String text) {
        this.text = text;
    }

    Exported export(History history) {
        return switch (this) {
            case OTAVA -> OtavaExport.of(history);
            case BENCHSTAT -> BenchstatExport.of(history);
        };
    }

    @Override
    public String toString() {
        return text;
    }
}
