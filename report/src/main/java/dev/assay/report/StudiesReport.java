package dev.assay.report;

import dev.assay.report.page.StudiesPage;
import java.util.Map;

/** Renders what came of several studies as one HTML file of the same parts as a report. */
public final class StudiesReport {
    private StudiesReport() {}

    /** The page as text; to be stored as UTF-8. */
    public static String render(StudiesPage page) {
        return HtmlReport.page("studies-page.jte", Map.of("page", page, "assets", Assets.load()));
    }
}
