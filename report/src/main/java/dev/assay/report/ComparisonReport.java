package dev.assay.report;

import dev.assay.analysis.comparison.Comparison;
import dev.assay.report.page.ComparisonPage;
import java.util.List;
import java.util.Map;

/** Renders a comparison as one HTML file of the same parts as a report. It loads nothing; only links lead out of it, to the reports of its runs. */
public final class ComparisonReport {
    private ComparisonReport() {}

    /**
     * The page as text; to be stored as UTF-8.
     *
     * @param runs those that were read, in the order in which they were given
     */
    public static String render(Comparison comparison, List<ComparedRun> runs) {
        return HtmlReport.page(
                "comparison-page.jte",
                Map.of(
                        "page",
                        ComparisonPage.of(
                                comparison,
                                runs.stream().map(ComparedRun::run).toList(),
                                runs.stream().map(ComparedRun::report).toList()),
                        "assets",
                        Assets.load()));
    }
}
