package dev.assay.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.options.ColorScheme;
import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.model.result.SystemIdentity;
import dev.assay.model.result.Verdict;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.result.Verdict.Reason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Checks the charts of latency against partitions. */
class TrendReportTest {
    @RegisterExtension
    static final ReportBrowser BROWSER = new ReportBrowser();

    private static RunAnalysis twoSystems() {
        List<TrialAnalysis> trials = new ArrayList<>();
        for (int block = 1; block <= 3; block++) {
            for (String system : List.of("kafka", "pulsar")) {
                for (int partitions : List.of(1, 10, 1000)) {
                    SampleTrial trial = new SampleTrial();
                    trial.number = trials.size() + 1;
                    trial.repetition = block;
                    trial.system = new SystemIdentity(system, "1.0", "client", "local", 3);
                    trial.dimensions = Map.of("workload.partitions", String.valueOf(partitions));
                    trial.medianMillis = 2 + partitions / 20.0;
                    trial.measureSeconds = 20;
                    if (trials.size() == 4) {
                        trial.verdict = Verdict.of(List.of(new Reason(Grade.INVALID, "lost", "lost", "look")));
                    }
                    trials.add(trial.build());
                }
            }
        }
        return SampleRuns.of("partitions", trials);
    }

    @Test
    void each_system_has_its_chart_with_all_trials_and_intervals_where_there_are_three() {
        String html = HtmlReport.render(twoSystems());
        assertThat(html)
                .contains(
                        "<a href=\"#against\">Latency against what varies</a>", "<h4>Response against partitions</h4>")
                .contains("Both axes are logarithmic.")
                .contains("Left out, at one statistic or both: 1 trial INVALID (lost).");
        assertThat(html.split("data-pane=\"against-1/", -1)).hasSize(1 + 2);
        assertThat(html).contains("aria-label=\"kafka. partitions 1: response p50 ", "n = 3; ", "n = 2; ");
    }

    @Test
    void a_run_in_which_no_number_varies_has_none() {
        assertThat(HtmlReport.render(SampleRuns.mixedLevels())).doesNotContain("id=\"against\"");
        assertThat(HtmlReport.render(SampleRuns.single())).doesNotContain("id=\"against\"");
    }

    @Test
    void it_fits_a_phone_and_gives_its_values() throws IOException {
        Chromium.Opened opened = BROWSER.open(twoSystems(), ReportBrowser.PHONE, ColorScheme.LIGHT);
        ReportBrowser.assertFits(opened.page());
        List<String> rows = ReportBrowser.csv(opened.page(), "#against-1");
        assertThat(rows.getFirst())
                .isEqualTo("of,durability,value,statistic,typical (ms),95 % from (ms),95 % to (ms),n (trials)");
        assertThat(rows)
                .hasSize(1 + 2 * 2 * 3)
                .anyMatch(row -> row.matches("pulsar,level-2,10,response.p99,[0-9.]+,,,2"));
        ReportBrowser.assertQuiet(opened);
    }
}
