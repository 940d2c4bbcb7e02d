package dev.assay.report;

import dev.assay.analysis.RunAnalysis;
import dev.assay.report.page.Page;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.util.Map;

/** Renders a run as one HTML file that needs nothing else: no network, no other file, no server. */
public final class HtmlReport {
    private static final String TEMPLATES = "dev.assay.report.template";

    private HtmlReport() {}

    /** The page as text; to be stored as UTF-8. */
    public static String render(RunAnalysis analysis) {
        TemplateEngine engine =
                TemplateEngine.createPrecompiled(null, ContentType.Html, HtmlReport.class.getClassLoader(), TEMPLATES);
        StringOutput output = new StringOutput();
        Map<String, Object> parameters = Map.of("page", Page.of(analysis), "assets", Assets.load());
        engine.render("page.jte", parameters, output);
        return output.toString();
    }
}
