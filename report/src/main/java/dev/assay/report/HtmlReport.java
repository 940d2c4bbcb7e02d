package dev.assay.report;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.comparison.Comparison;
import dev.assay.analysis.cost.Prices;
import dev.assay.model.display.VisibleText;
import dev.assay.model.study.StudyRecord;
import dev.assay.report.card.IndexPage;
import dev.assay.report.page.ComparisonPage;
import dev.assay.report.page.LivePage;
import dev.assay.report.page.Page;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.html.OwaspHtmlTemplateOutput;
import gg.jte.output.StringOutput;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Renders pages as self-contained HTML files that need no network, no other file and no server. They are stored and sent as UTF-8. */
public final class HtmlReport {
    private static final String TEMPLATES = "dev.assay.report.template";

    private HtmlReport() {}

    /** Escapes markup with the library, and writes out characters that are invisible or change the direction of text. */
    private static final class Visible extends OwaspHtmlTemplateOutput {
        Visible(StringOutput page) {
            super(page);
        }

        @Override
        public void writeUserContent(@Nullable String text) {
            super.writeUserContent(text == null ? null : VisibleText.of(text));
        }
    }

    public static String render(RunAnalysis analysis) {
        return render(analysis, Optional.empty(), Optional.empty());
    }

    public static String render(RunAnalysis analysis, Optional<StudyRecord> study, Optional<Prices> prices) {
        return page("page.jte", Map.of("page", Page.of(analysis, study, prices), "assets", Assets.load()));
    }

    /**
     * Renders the page of a comparison, with links to the reports of its runs.
     *
     * @param runs in the order in which they were given
     */
    public static String render(Comparison comparison, List<ComparedRun> runs) {
        ComparisonPage page = ComparisonPage.of(
                comparison,
                runs.stream().map(ComparedRun::run).toList(),
                runs.stream().map(ComparedRun::report).toList());
        return page("comparison-page.jte", Map.of("page", page, "assets", Assets.load()));
    }

    public static String render(IndexPage page) {
        return page("index-page.jte", Map.of("page", page, "assets", Assets.ofIndex()));
    }

    /**
     * Renders the live page of a run, which gets its values from its server; {@link #liveContentSecurityPolicy()} must be sent as a header.
     */
    public static String render(LivePage page) {
        return page("live-page.jte", Map.of("page", page, "assets", Assets.ofLive()));
    }

    /**
     * Returns the policy for a live page: it allows the page's scripts, those of the report that it turns into, and requests
     * to its own server.
     */
    public static String liveContentSecurityPolicy() {
        return Assets.ofLive().liveContentSecurityPolicy(Assets.load());
    }

    private static String page(String template, Map<String, Object> parameters) {
        TemplateEngine engine =
                TemplateEngine.createPrecompiled(null, ContentType.Html, HtmlReport.class.getClassLoader(), TEMPLATES);
        StringOutput output = new StringOutput();
        engine.render(template, parameters, new Visible(output));
        return output.toString();
    }
}
