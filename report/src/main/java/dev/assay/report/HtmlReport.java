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

/** Renders pages as one HTML file each that needs nothing else: no network, no other file, no server. They are stored and sent as UTF-8. */
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

    /** The page of a run. */
    public static String render(RunAnalysis analysis) {
        return render(analysis, Optional.empty(), Optional.empty());
    }

    /** The same of a run that may belong to a study, with what messages cost where there are prices. */
    public static String render(RunAnalysis analysis, Optional<StudyRecord> study, Optional<Prices> prices) {
        return page("page.jte", Map.of("page", Page.of(analysis, study, prices), "assets", Assets.load()));
    }

    /**
     * The page of a comparison, with links to the reports of its runs.
     *
     * @param runs those that were read, in the order in which they were given
     */
    public static String render(Comparison comparison, List<ComparedRun> runs) {
        ComparisonPage page = ComparisonPage.of(
                comparison,
                runs.stream().map(ComparedRun::run).toList(),
                runs.stream().map(ComparedRun::report).toList());
        return page("comparison-page.jte", Map.of("page", page, "assets", Assets.load()));
    }

    /** The page of an index of cards, with links to them. */
    public static String render(IndexPage page) {
        return page("index-page.jte", Map.of("page", page, "assets", Assets.ofIndex()));
    }

    /** The page of a run that goes on, whose values it gets from the server that it came from; {@link #liveContentSecurityPolicy()} is a header of it. */
    public static String render(LivePage page) {
        return page("live-page.jte", Map.of("page", page, "assets", Assets.ofLive()));
    }

    /** What the browser is to allow that page: its scripts and those of the report that it turns into, and that one server. */
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
