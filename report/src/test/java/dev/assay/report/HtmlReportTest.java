package dev.assay.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.reading.Statistic;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.result.RunResume;
import dev.assay.model.result.RunResume.SetAside;
import dev.assay.report.text.LatencyUnit;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class HtmlReportTest {
    private static final Pattern SCRIPT = Pattern.compile("<script[^>]*>(.*?)</script>", Pattern.DOTALL);
    private static final Pattern DATA =
            Pattern.compile("<script type=\"application/json\" id=\"chart-data\">(.*?)</script>", Pattern.DOTALL);
    private static final Pattern POLICY = Pattern.compile("Content-Security-Policy\" content=\"([^\"]*)\"");
    // The attack's own src=x is text in the page; another test checks that it is no markup.
    private static final Pattern REFERENCE =
            Pattern.compile("(?:src|href|srcset|action|poster)\\s*=\\s*[\"']?([^\"'\\s>]*)", Pattern.CASE_INSENSITIVE);

    @ParameterizedTest
    @MethodSource("runs")
    void nothing_outside_of_the_scripts_refers_to_anything_outside_of_the_file(RunAnalysis run) {
        String markup = SCRIPT.matcher(HtmlReport.render(run)).replaceAll("");
        assertThat(REFERENCE
                        .matcher(markup)
                        .results()
                        .map(match -> match.group(1))
                        .filter(to -> !to.startsWith("x")))
                .allMatch(to -> to.startsWith("#") || to.equals("data:,"));
        assertThat(markup).doesNotContain("url(", "@import", "http://", "https://");
    }

    @ParameterizedTest
    @MethodSource("runs")
    void there_are_three_scripts_and_the_policy_allows_no_other(RunAnalysis run) {
        String html = HtmlReport.render(run);
        assertThat(SCRIPT.matcher(html).results()).hasSize(3);
        String policy = POLICY.matcher(html).results().findFirst().orElseThrow().group(1);
        assertThat(policy)
                .startsWith("default-src &#39;none&#39;")
                .doesNotContain("unsafe-eval", "http:", "https:", "*");
        assertThat(policy.split("script-src ", -1)[1].split("; base-uri", -1)[0])
                .matches("(&#39;sha256-[A-Za-z0-9+/=]{44}&#39; ?){2}");
    }

    @ParameterizedTest
    @MethodSource("runs")
    void the_chart_data_is_json_without_markup(RunAnalysis run) {
        String json = data(HtmlReport.render(run));
        assertThat(json).doesNotContain("<", ">", "\u2028");
        assertThat(JsonMapper.shared().readTree(json).get("trials"))
                .hasSize(run.trials().size());
    }

    @Test
    void hostile_text_is_never_markup() {
        String html = HtmlReport.render(SampleRuns.hostile());
        String markup = SCRIPT.matcher(html).replaceAll("");
        assertThat(markup).doesNotContain("<img", "<script", "<!--").contains("&lt;img src=x onerror=");
    }

    @Test
    void the_table_shows_the_values_of_the_analysis() {
        TrialAnalysis trial = SampleRuns.single().trials().getFirst();
        String html = HtmlReport.render(SampleRuns.single());
        PhaseAnalysis phase = trial.measured().getFirst();
        LatencyStatistic.PERCENTS.forEach(percent -> assertThat(html)
                .contains("<td class=\"num\">"
                        + LatencyUnit.MILLISECONDS.number(phase.row(Statistic.quantile(LatencyMetric.RESPONSE, percent))
                                .orElseThrow()
                                .value())));
        assertThat(html).contains("3,000,000");
    }

    @Test
    void every_row_of_the_series_is_in_the_data_and_unknown_values_are_gaps() {
        RunAnalysis run = SampleRuns.single();
        JsonNode trial = lines(JsonMapper.shared()
                .readTree(data(HtmlReport.render(run)))
                .get("trials")
                .get(0));
        int rows = run.trials().getFirst().series().size();
        assertThat(trial.get("seriesTimes")).hasSize(rows);
        assertThat(trial.get("panels"))
                .filteredOn(panel -> panel.get("clock").asString().equals("SERIES"))
                .allSatisfy(panel -> assertThat(panel.get("lines"))
                        .allSatisfy(line -> assertThat(line.get("values")).hasSize(rows)));
        JsonNode cpu = trial.get("panels")
                .valueStream()
                .filter(panel -> panel.get("id").asString().equals("cpu"))
                .findFirst()
                .orElseThrow();
        assertThat(cpu.get("lines").get(0).get("values").get(29).isNull()).isTrue();
    }

    @Test
    void phases_have_their_own_verdicts_values_and_rows() {
        String html = HtmlReport.render(SampleRuns.phases());
        assertThat(html)
                .contains(
                        "DEGRADED by the current rules (version 1); it was VALID when it was measured (rules without a"
                                + " version).")
                .contains(
                        "catch-up: a worker was stalled", "catch-up: acknowledged 9,000 msg/s of 10,000 msg/s offered")
                .contains("<b class=\"word\">✓ VALID</b>: 60 s</p>")
                .contains("<b class=\"word\">! DEGRADED</b>: 60 s; more load than can be sustained</p>")
                .contains("data-panel=\"steady\"", "data-panel=\"catch-up\"")
                .contains("late (not live)", "4,000,000")
                .contains("70.0 s: start late, late", "80.0 s to 82.0 s: kill-one (broker-1), inject")
                .contains("and had caught up after 32.5 s")
                .contains("Before, during and after: late catches up")
                .contains("lowest and highest value of every 2 seconds");
    }

    @Test
    void a_single_phase_goes_without_saying() {
        assertThat(HtmlReport.render(SampleRuns.single()))
                .doesNotContain("Phase measure", "Findings", "not live", ">Events</h3>", "current rules");
    }

    @Test
    void a_resumed_run_says_what_was_run_again() {
        RunAnalysis once = SampleRuns.single();
        RunResume resume = new RunResume(
                "2026-11-21T11:00:00Z",
                List.of("./assay", "run", "--resume", "runs/a b"),
                Map.of("kernel", "Linux 6.2.0", "memory", "23.5 GiB"),
                List.of(new SetAside("trials/003-c", "interrupted/trials/003-c", "the <disk> was full")));
        String html = HtmlReport.render(
                new RunAnalysis(once.run().resumed(resume), once.trials(), List.of(), Optional.empty()));

        assertThat(html)
                .contains("The run was interrupted and <a href=\"#how\">resumed</a> once.")
                .contains("1 part that had not finished was put aside and run again from its start")
                .contains("./assay run --resume 'runs/a b'")
                .contains("<code>trials/003-c</code> (the &lt;disk&gt; was full)")
                .contains("<code>interrupted/trials/003-c</code>")
                .contains("<td>Linux 6.2.0</td>");
        assertThat(HtmlReport.render(once)).doesNotContain("interrupted");
    }

    @Test
    void repetitions_are_listed_with_their_range() {
        String html = HtmlReport.render(SampleRuns.repeated());
        assertThat(Pattern.compile("Range \\(lowest – highest\\) of 3 trials")
                        .matcher(html)
                        .results())
                .hasSize(3);
        assertThat(Pattern.compile("<a href=\"#trial-\\d\">#\\d partitions \\d+ · block 3")
                        .matcher(html)
                        .results()
                        .map(MatchResult::group))
                .hasSize(3);
    }

    @Test
    void trials_at_different_levels_are_flagged_and_drawn_apart() {
        assertThat(HtmlReport.render(SampleRuns.mixedLevels()))
                .contains("Do not rank these against each other.")
                .contains("Response time by trial, level-1 (replicated and synced) only")
                .contains("Response time by trial, level-2 (replicated) only");
        assertThat(HtmlReport.render(SampleRuns.repeated()))
                .doesNotContain("Do not rank these", "Not the requested level");
    }

    @Test
    void a_level_that_settings_undo_is_flagged_wherever_it_stands_and_counts_as_what_is_left() {
        String flagged =
                "level-1 (replicated and synced; effective level-4, in memory, because of settings.kafka.producer.acks=1 and"
                        + " settings.kafka.topic.flush.messages=1000)";
        String html = HtmlReport.render(SampleRuns.weakenedLevel());

        assertThat(html)
                .contains(
                        "<dt>Durability</dt><dd>level-4 (in memory), level-4 (in memory; asked: level-1, replicated and synced)</dd>")
                .contains("level-4 (in memory; asked: level-1, replicated and synced) · not verified</span>")
                .containsOnlyOnce("<p class=\"notice flag\">")
                .containsOnlyOnce(": " + flagged + "</li>")
                .contains(flagged + ": acknowledged after one node has it in memory")
                .doesNotContain("Do not rank these");
    }

    @Test
    void unsupported_percentiles_are_marked_and_explained() {
        assertThat(HtmlReport.render(SampleRuns.mixedLevels()))
                .contains("<td class=\"num weak\" title=\"")
                .contains("† fewer than ten samples");
        assertThat(HtmlReport.render(SampleRuns.single())).doesNotContain("† fewer than ten samples");
    }

    @Test
    void settings_are_written_once_and_then_where_they_differ() {
        String html = HtmlReport.render(SampleRuns.manySettings());

        assertThat(html.split("<code>setting.17</code>", -1)).as("once").hasSize(1 + 1);
        assertThat(html.split("<code>setting.20</code>", -1)).as("as override").hasSize(1 + 3);
        assertThat(html.split("<code>setting.11</code>", -1)).as("in each").hasSize(1 + 3);
        assertThat(html)
                .contains("<a href=\"#trial-1-settings-1\">#1 kafka 4.3.1, broker</a>")
                .contains("the other 38 settings are the same there");
    }

    @Test
    void keys_of_the_scenario_are_written_once_and_then_where_they_differ() {
        String html = HtmlReport.render(SampleRuns.manySettings());

        assertThat(html.split("<code>key.06</code>", -1)).as("once").hasSize(1 + 1);
        assertThat(html.split("<code>key.07</code>", -1)).as("in each").hasSize(1 + 3);
        assertThat(html.split("<th scope=\"row\"><code>workload.partitions</code>", -1))
                .as("a dimension")
                .hasSize(1 + 3);
        assertThat(html)
                .contains("<a href=\"#trial-1-keys\">#1 kafka 4.3.1, scenario keys</a>")
                .contains("the other 23 keys are the same there");
    }

    @Test
    void a_small_run_stays_small() {
        assertThat(HtmlReport.render(SampleRuns.single())).hasSizeLessThan(900_000);
    }

    @Test
    void twenty_trials_of_half_an_hour_lose_no_second_and_stay_workable() {
        String html = HtmlReport.render(SampleRuns.long20());
        assertThat(html).hasSizeLessThan(8_000_000);
        JsonNode trials = JsonMapper.shared().readTree(data(html)).get("trials");
        assertThat(trials)
                .hasSize(20)
                .allSatisfy(trial -> assertThat(lines(trial).get("seriesTimes")).hasSize(1813));
    }

    @Test
    void aStudyOfFortyTrialsStaysLight() {
        List<TrialAnalysis> trials = IntStream.rangeClosed(1, 40)
                .mapToObj(number -> {
                    SampleTrial trial = new SampleTrial();
                    trial.number = number;
                    trial.drawsPerSecond = 200;
                    return trial.build();
                })
                .toList();
        assertThat(HtmlReport.render(SampleRuns.of("forty", trials))).hasSizeLessThan(5_000_000);
    }

    /** Returns the data over time, unpacked where it is packed. */
    private static JsonNode lines(JsonNode trial) {
        if (!trial.get("lines").isNull()) {
            return trial.get("lines");
        }
        byte[] packed = Base64.getDecoder().decode(trial.get("packed").asString());
        try (InputStream json = new GZIPInputStream(new ByteArrayInputStream(packed))) {
            return JsonMapper.shared().readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Stream<RunAnalysis> runs() {
        return TerminalReportTest.runs();
    }

    private static String data(String html) {
        return DATA.matcher(html).results().findFirst().orElseThrow().group(1);
    }

    @Test
    void aSearchForCapacityHasItsBoundsItsTrialsAndLatencyAgainstLoad() {
        String html = HtmlReport.render(SampleRuns.capacity());
        assertThat(html)
                .contains("<section id=\"capacity\"", "<a href=\"#capacity\">Capacity</a>")
                .contains("sustained 48,000/s, confirmed by 5 trials in a row")
                .contains("from 40,060/s to 54,350/s at 95 % (3 searches)", "on a typical cluster")
                .contains("The harness's limit: ")
                .contains("<dt>Limit</dt><dd>disk of node 1</dd>")
                .contains(">inconclusive", "worker w1 was lost")
                .contains("data-pane=\"capacity-1-chart/0\"", "<td class=\"num\">45600</td>");
        assertThat(JsonMapper.shared()
                        .readTree(data(html))
                        .get("panes")
                        .get("capacity-1-chart/0")
                        .get("lines"))
                .hasSize(6);
        assertThat(HtmlReport.render(SampleRuns.single())).doesNotContain("id=\"capacity\"");
    }
}
