package dev.assay.report;

import dev.assay.report.foreign.OmbResultView;
import java.util.Map;

/** Renders results of the OpenMessaging Benchmark as one HTML file of the same parts as a report. */
public final class OmbResultReport {
    private OmbResultReport() {}

    /** The page as text; to be stored as UTF-8. */
    public static String render(OmbResultView view) {
        return HtmlReport.page("omb-result-page.jte", Map.of("page", view, "assets", Assets.load()));
    }
}
