package dev.assay.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.report.page.LivePage;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class LiveReportTest {
    private static final Pattern SCRIPT = Pattern.compile("<script[^>]*>(.*?)</script>", Pattern.DOTALL);

    private static String page() {
        return HtmlReport.render(new LivePage("an-id", SampleRuns.ATTACK, "0.1.0", "runs/an-id/report.html"));
    }

    @Test
    void hostile_text_is_never_markup_and_nothing_comes_from_elsewhere() {
        String markup = SCRIPT.matcher(page()).replaceAll("");

        assertThat(markup)
                .contains("&lt;img src=x onerror=", "runs/an-id/report.html")
                .doesNotContain("<img", "<script", "http://", "https://", "url(", "@import");
    }

    @Test
    void the_policy_allows_its_two_scripts_and_that_of_the_report_and_one_server() {
        String policy = HtmlReport.liveContentSecurityPolicy();

        assertThat(SCRIPT.matcher(page()).results()).hasSize(2);
        assertThat(policy)
                .startsWith("default-src 'none'; ")
                .contains("; connect-src 'self'; frame-ancestors 'none'")
                .doesNotContain("unsafe-eval", "http:", "https:", "*");
        assertThat(policy.split("script-src ", -1)[1].split("; base-uri", -1)[0])
                .matches("('sha256-[A-Za-z0-9+/=]{44}' ?){3}");
    }
}
