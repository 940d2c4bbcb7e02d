package dev.assay.report;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.cost.Prices;
import dev.assay.model.display.VisibleText;
import dev.assay.report.page.Page;
import dev.assay.scenario.study.StudyRecord;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.html.OwaspHtmlTemplateOutput;
import gg.jte.output.StringOutput;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Renders a run as one HTML file that needs nothing else: no network, no other file, no server. */
public final class HtmlReport {
    private static final String TEMPLATES = "dev.assay.report.template";

    private HtmlReport() {}

    /** Markup is escaped by the library; what turns the order of letters around or can't be seen is no markup, and is written out. */
    private static final class Visible extends OwaspHtmlTemplateOutput {
        Visible(StringOutput page) {
            super(page);
        }

        @Override
        public void writeUserContent(@Nullable String text) {
            super.writeUserContent(text == null ? null : VisibleText.of(text));
        }
    }

    /** The page as text; to be stored as UTF-8. */
    public static String render(RunAnalysis analysis) {
        return render(analysis, Optional.empty(), Optional.empty());
    }

    /** The same of a run that may belong to a study, with what messages cost where there are prices. */
    public static String render(RunAnalysis analysis, Optional<StudyRecord> study, Optional<Prices> prices) {
        return page("page.jte", Map.of("page", Page.of(analysis, study, prices), "assets", Assets.load()));
    }

    /** A page of that template. */
    static String page(String template, Map<String, Object> parameters) {
        TemplateEngine engine =
                TemplateEngine.createPrecompiled(null, ContentType.Html, HtmlReport.class.getClassLoader(), TEMPLATES);
        StringOutput output = new StringOutput();
        engine.render(template, parameters, new Visible(output));
        return output.toString();
    }
}
