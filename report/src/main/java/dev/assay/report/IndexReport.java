package dev.assay.report;

import dev.assay.report.card.IndexPage;
import java.util.Map;

/** Renders an index of cards as one HTML file with the style of a report. It loads nothing; only links lead out of it, to the cards. */
public final class IndexReport {
    private IndexReport() {}

    /** The page as text; to be stored as UTF-8. */
    public static String render(IndexPage page) {
        return HtmlReport.page("index-page.jte", Map.of("page", page, "assets", Assets.ofIndex()));
    }
}
