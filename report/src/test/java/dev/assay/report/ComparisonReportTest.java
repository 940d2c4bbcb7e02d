package dev.assay.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.comparison.Comparison;
import dev.assay.analysis.comparison.ComparisonRequest;
import dev.assay.analysis.comparison.Gate;
import dev.assay.analysis.comparison.Gate.Decision;
import dev.assay.model.calibration.Repeatability;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.result.ClusterHistory;
import dev.assay.model.result.SystemIdentity;
import dev.assay.model.result.UnfinishedTrial;
import dev.assay.model.result.Verdict;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.result.Verdict.Reason;
import dev.assay.model.spec.FailCondition;
import dev.assay.model.spec.ResultStatistics;
import dev.assay.report.chart.RatioChart;
import dev.assay.report.page.ComparisonView;
import dev.assay.report.page.GateView;
import dev.assay.report.text.ComparisonText;
import dev.assay.report.view.Block;
import dev.assay.report.view.Chart;
import dev.assay.report.view.Chart.Stroke;
import dev.assay.report.view.MarkdownRenderer;
import dev.assay.report.view.TerminalRenderer;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

class ComparisonReportTest {
    /** Returns two versions in seven blocks, the later one slower by a factor; in every other block the machine is slower for both. */
    static RunAnalysis versions(double factor) {
        return versions(factor, ResultStatistics.DEFAULT);
    }

    private static RunAnalysis versions(double factor, ResultStatistics result) {
        return versions(factor, result, 0);
    }

    /** @param blocks on each cluster; 0 where each trial has its own */
    private static RunAnalysis versions(double factor, ResultStatistics result, int blocks) {
        List<TrialAnalysis> trials = new ArrayList<>();
        for (int block = 1; block <= 7; block++) {
            for (String version : List.of("3.9.1", "4.3.1")) {
                SampleTrial trial = new SampleTrial();
                trial.number = trials.size() + 1;
                trial.repetition = block;
                trial.label = "kafka-version=" + version;
                if (blocks > 0) {
                    int cluster = (block - 1) / blocks;
                    trial.cluster = new ClusterHistory(60, List.of("first on cluster " + cluster));
                }
                trial.dimensions = Map.of("systems.kafka.version", version);
                trial.system = new SystemIdentity("kafka", version, "kafka-clients 4.3.1", "local", 3);
                trial.measureSeconds = 20;
                trial.result = result;
                trial.medianMillis = (block % 2 == 0 ? 2.4 : 1.8) * (version.equals("4.3.1") ? factor : 1);
                trials.add(trial.build());
            }
        }
        return SampleRuns.of("two versions", trials);
    }

    @Test
    void what_can_be_told_on_the_machine_stands_beside_a_comparison() {
        RunAnalysis run = SampleRuns.on(
                versions(1.4),
                Repeatability.FACT,
                "response.p50 15.60 % (n = 6 blocks), response.p99 27.00 % (n = 6 blocks) by 20261126T090000Z-a-a"
                        + " (kafka 4.3.1, 2026-11-26, scenario 1a2b3c4d)");
        String told =
                "On this machine, 7 blocks can tell 73 % at response p50 and 158 % at response p99, in nine of ten"
                        + " comparisons (by 20261126T090000Z-a-a (kafka 4.3.1, 2026-11-26, scenario 1a2b3c4d); other loads scatter"
                        + " otherwise).";

        Comparison comparison = Comparison.within(run, ComparisonRequest.USUALLY);
        assertThat(MarkdownRenderer.render(ComparisonView.of(comparison, run).blocks()))
                .contains(told);
        assertThat(HtmlReport.render(run)).contains(told);
        assertThat(HtmlReport.render(versions(1.4))).doesNotContain("On this machine");
    }

    @Test
    void theNoteSaysOnHowManyClustersIntervalsStand() {
        assertThat(note(0)).doesNotContain("cluster");
        assertThat(note(1)).contains("The intervals stand on 7 clusters, a new one for both sides of each block.");
        assertThat(note(2)).contains("The intervals stand on 4 clusters: the mean of a cluster's blocks is one value.");
        assertThat(note(4))
                .contains("The blocks lie on 2 clusters, so how far clusters differ is not in the intervals.");
        assertThat(note(7))
                .contains("The blocks lie on 1 cluster, so how far clusters differ is not in the intervals.");
    }

    private static String note(int blocks) {
        return ComparisonText.note(
                Comparison.within(versions(1.4, ResultStatistics.DEFAULT, blocks), ComparisonRequest.USUALLY));
    }

    private static List<Decision> decisions(Comparison comparison) {
        return Gate.decide(
                Stream.of("response.p99 > 1.10x", "response.p50 > 1.37x", "response.p50 > 2x")
                        .map(FailCondition::parse)
                        .toList(),
                comparison);
    }

    /** With {@code -Dassay.goldens=write} the files are written instead of compared. */
    @Test
    void a_comparison_reads_as_it_always_did() throws IOException {
        Comparison comparison = Comparison.within(versions(1.4), ComparisonRequest.USUALLY);

        assertGolden(
                "comparison.txt",
                TerminalRenderer.render(ComparisonView.of(comparison).blocks(), false));
        assertGolden(
                "gate.txt",
                TerminalRenderer.render(List.copyOf(GateView.of(decisions(comparison), ExitCode.GATE_FAILED)), false));
        assertGolden("gate.md", markdown(comparison));
    }

    @Test
    void theFindingBeginsWithTheFirstDeclaredStatisticWhateverItsWord() {
        Comparison slower =
                Comparison.within(versions(1.4, ResultStatistics.parse("end-to-end.p99.9")), ComparisonRequest.USUALLY);
        Comparison alike =
                Comparison.within(versions(1, ResultStatistics.parse("end-to-end.p99")), ComparisonRequest.USUALLY);

        assertThat(ComparisonText.sentence(slower.pairs().getFirst(), slower.threshold()))
                .startsWith("end-to-end p99.9 was 1.2")
                .contains("; response p50 was 1.3");
        assertThat(ComparisonText.sentence(alike.pairs().getFirst(), alike.threshold()))
                .matches("end-to-end p99 was [^;]* times as large \\([^)]*\\), equal to within 5 %; .*")
                .doesNotContain("at end-to-end p99,", ", end-to-end p99.");
    }

    @Test
    void barsColumnsAndTheSummaryShowTheDeclaredStatisticFirst() {
        RunAnalysis run = versions(1.4, ResultStatistics.parse("end-to-end.p95"));
        String page = HtmlReport.render(run);

        assertThat(page)
                .contains(
                        "\"metric\":\"end-to-end\",\"statistic\":\"p95\"",
                        "End-to-end time by trial",
                        "Bar: p95, with ticks")
                .doesNotContain("Response time by trial");
        assertThat(ClosingSummary.render(run, false)).containsPattern("achieved +e2e p95 +resp\\. p50 +resp\\. p99\\n");
        assertThat(HtmlReport.render(versions(1.4)))
                .contains("\"metric\":\"response\",\"statistic\":\"p99\"", "Response time by trial", "Bar: p99, with");
    }

    @Test
    void theHeadOfARunGivesTheRatioThenTheWordAndTheExitCode() {
        RunAnalysis run =
                SampleRuns.withScenario(versions(1.4), "fail-if: ['response.p50 > 1.37x', 'response.p50 > 2x']");
        String summary = ClosingSummary.render(run, false);

        assertThat(summary.replaceAll("\\s+", " "))
                .containsPattern(
                        "response p50 was 1\\.[0-9]+ times as large \\([^)]*, n = 7 blocks\\): UNDECIDED \\(fail if"
                                + " response\\.p50 > 1\\.37x\\): part of the interval is above 1\\.37")
                .containsPattern(
                        ": PASSED \\(fail if response\\.p50 > 2\\.00x\\).* UNDECIDED \\(the gate's exit code: 8\\) VALID: ");
        assertThat(TerminalReport.render(run, false)).contains("\nUNDECIDED (the gate's exit code: 8)\nVALID: ");
        assertThat(HtmlReport.render(run)).contains("UNDECIDED (the gate's exit code: 8)");
    }

    @Test
    void whatCannotBeComparedIsUndecidedInTheHead() {
        RunAnalysis run = SampleRuns.withScenario(SampleRuns.single(), "fail-if: response.p50 > 1.37x");

        assertThat(ClosingSummary.render(run, false))
                .contains(
                        "fail-if: ", "has nothing to compare within itself", "\nUNDECIDED (the gate's exit code: 8)\n");
    }

    @Test
    void ofConditionsDecidedAlikeTheDeclaredOneIsFirst() {
        Comparison comparison =
                Comparison.within(versions(1.4, ResultStatistics.parse("end-to-end.p99")), ComparisonRequest.USUALLY);
        List<Decision> decisions = Gate.decide(
                Stream.of("response.p50 > 1.10x", "response.p99 > 2x", "end-to-end.p99 > 1.10x")
                        .map(FailCondition::parse)
                        .toList(),
                comparison);

        assertThat(GateView.of(decisions, ExitCode.GATE_FAILED))
                .extracting(finding -> finding.text().replaceFirst(".*(fail if [^)]*).*", "$1"))
                .containsExactly(
                        "fail if end-to-end.p99 > 1.10x",
                        "fail if response.p50 > 1.10x",
                        "fail if response.p99 > 2.00x",
                        "FAILED (the gate's exit code: 11)");
    }

    /** Returns ten blocks: the candidate lost messages in one and died in another, and in a third the machine had other work. */
    private static RunAnalysis failures() {
        List<TrialAnalysis> trials = new ArrayList<>();
        for (int block = 1; block <= 10; block++) {
            for (String version : List.of("3.9.1", "4.3.1")) {
                boolean candidate = version.equals("4.3.1");
                if (candidate && block == 3) {
                    continue;
                }
                SampleTrial trial = new SampleTrial();
                trial.number = 2 * block - (candidate ? 0 : 1);
                trial.repetition = block;
                trial.label = "kafka-version=" + version;
                trial.dimensions = Map.of("systems.kafka.version", version);
                trial.system = new SystemIdentity("kafka", version, "kafka-clients 4.3.1", "local", 3);
                trial.measureSeconds = 20;
                trial.medianMillis = (block % 2 == 0 ? 2.4 : 1.8) * (candidate ? 1.4 : 1);
                if (candidate && block == 2) {
                    trial.verdict = Verdict.of(List.of(new Reason(Grade.INVALID, "loss", "lost", "look")));
                }
                if (!candidate && block == 4) {
                    trial.verdict = Verdict.of(List.of(new Reason(Grade.DEGRADED, "foreign-disk", "others", "look")));
                }
                trials.add(trial.build());
            }
        }
        return SampleRuns.of("failing version", trials)
                .missing(List.of(new UnfinishedTrial(
                        "006-kafka-version=4.3.1",
                        "kafka-version=4.3.1",
                        3,
                        true,
                        "broker-1 ended with exit code 137")));
    }

    @Test
    void failures_open_intervals_and_what_is_left_out_stands_beside() throws IOException {
        Comparison comparison = Comparison.within(failures(), ComparisonRequest.USUALLY);
        String text = TerminalRenderer.render(ComparisonView.of(comparison).blocks(), false);

        assertGolden("comparison-failures.txt", text);
        assertGolden(
                "gate-failures.txt",
                TerminalRenderer.render(List.copyOf(GateView.of(decisions(comparison), ExitCode.GATE_FAILED)), false));
        for (String rendered : List.of(text, markdown(comparison), HtmlReport.render(failures()))) {
            assertThat(rendered.replaceAll("\\s+", " "))
                    .contains(
                            "at least 1.3",
                            "failed: baseline in 0, candidate in 2 of 10 blocks",
                            "with what was left out: ");
        }
        assertThat(text + markdown(comparison)).doesNotContain("Infinity", "NaN");
    }

    @Test
    void anIntervalThatGoesOnBeyondTheChartHasAnArrowAtTheEdge() {
        Comparison open = Comparison.within(failures(), ComparisonRequest.USUALLY);
        Comparison closed = Comparison.within(versions(1.4), ComparisonRequest.USUALLY);
        Chart cut = RatioChart.of("r", open.pairs().getFirst(), 0.05).orElseThrow();
        Chart whole = RatioChart.of("r", closed.pairs().getFirst(), 0.05).orElseThrow();

        assertThat(cut.note()).endsWith(" An arrow at an edge: the interval goes on beyond it.");
        assertThat(cut.panes().getFirst().lines())
                .filteredOn(line -> line.stroke() == Stroke.SOLID)
                .as("an interval and the head of its arrow for each statistic")
                .hasSize(2 * 5);
        assertThat(whole.note()).doesNotContain("arrow");
        assertThat(whole.panes().getFirst().lines())
                .filteredOn(line -> line.stroke() == Stroke.SOLID)
                .hasSize(5);
    }

    @Test
    void aReasonOfSeveralTrialsSaysWhoseFiguresItQuotes() {
        List<TrialAnalysis> trials = new ArrayList<>();
        for (int number = 1; number <= 3; number++) {
            SampleTrial trial = new SampleTrial();
            trial.number = number;
            trial.repetition = number;
            trial.verdict = Verdict.of(List.of(
                    new Reason(Grade.DEGRADED, "foreign-cpu", "others used 0." + number + " cores", "look"),
                    new Reason(Grade.DEGRADED, "not-steady", "the warm-up never settled", "wait")));
            trials.add(trial.build());
        }

        assertThat(ClosingSummary.render(SampleRuns.of("busy", trials), false).replaceAll("\\s+", " "))
                .contains("for example in #1: others used 0.1 cores", " the warm-up never settled")
                .doesNotContain("for example in #1: the warm-up");
    }

    @Test
    void aMarkIsExplainedWhereAValueHasIt() {
        assertThat(ClosingSummary.render(versions(1.4), false)).doesNotContain("†");
        List<TrialAnalysis> few = new ArrayList<>();
        for (int number = 1; number <= 2; number++) {
            SampleTrial trial = new SampleTrial();
            trial.number = number;
            trial.repetition = number;
            trial.measureSeconds = 1;
            trial.ratePerSecond = 200;
            trial.drawsPerSecond = 200;
            few.add(trial.build());
        }
        assertThat(ClosingSummary.render(SampleRuns.of("few", few), false))
                .contains(" ms†")
                .contains("† a trial has no value");
    }

    @Test
    void a_report_says_it_on_top_and_shows_every_block() {
        String html = HtmlReport.render(versions(1.4));

        assertThat(html)
                .containsPattern(
                        "class=\"sentence finding\"><a href=\"#comparison\">kafka 4.3.1 against kafka 3.9.1, level-2 \\(replicated\\):"
                                + " response p50 was 1.[34][0-9] times as large");
        assertThat(html.split("ratio of a block", -1))
                .as("a dot for each block")
                .hasSize(1 + 2 * 7 * 5);
        assertThat(html.split("data-pane=\"repetitions-1/", -1))
                .as("a strip for each statistic")
                .hasSize(1 + 5);
        assertThat(TerminalReport.render(versions(1.4), false)).contains("times as large");
        assertThat(HtmlReport.render(versions(1)))
                .contains("equal to within 5 % at response p50")
                .doesNotContainPattern("equal to within 5 %[^<]*might decide");
    }

    @Test
    void a_summary_of_many_trials_fits_a_screen() throws IOException {
        String text = ClosingSummary.render(SampleRuns.repeated(), false);

        assertGolden("summary.txt", text);
        assertThat(text.lines())
                .hasSizeLessThan(40)
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(100));
        assertThat(ClosingSummary.render(SampleRuns.long20(), false).lines()).hasSizeLessThan(40);
        for (RunAnalysis alone : List.of(SampleRuns.single(), SampleRuns.stalled(), SampleRuns.phases())) {
            assertThat(ClosingSummary.render(alone, false).lines())
                    .hasSizeLessThanOrEqualTo(36)
                    .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(100));
        }
    }

    @Test
    void levels_that_differ_are_never_ranked() {
        SampleTrial kafka = new SampleTrial();
        SampleTrial pulsar = new SampleTrial();
        pulsar.number = 2;
        pulsar.system = new SystemIdentity("pulsar", "4.0", "pulsar-client 4.0", "local", 3);
        pulsar.durability = DurabilityStatement.holding(DurabilityLevel.LEVEL_1);
        String html = HtmlReport.render(SampleRuns.of("two systems", List.of(kafka.build(), pulsar.build())));

        assertThat(html).contains("not to be ranked, because their acknowledgements guarantee different things");
        assertThat(html).contains("a ratio needs 3 on each side").doesNotContain("data-pane=\"ratios");
        assertThat(HtmlReport.render(SampleRuns.mixedLevels())).doesNotContain("not to be ranked, because their");
    }

    @Test
    void what_is_undecided_fails_a_suite_unless_it_is_let_through() throws Exception {
        List<Decision> decisions = decisions(Comparison.within(versions(1.4), ComparisonRequest.USUALLY));
        Document strict = xml(GateView.junit(decisions, false));
        Document lenient = xml(GateView.junit(decisions, true));

        assertThat(counts(strict)).containsExactly("3", "2", "0");
        assertThat(counts(lenient)).containsExactly("3", "1", "1");
        assertThat(((Element) strict.getElementsByTagName("testcase").item(0)).getAttribute("name"))
                .isEqualTo("response.p99 > 1.10x");
    }

    @Test
    void hostile_names_are_no_markup_anywhere() throws Exception {
        SampleTrial one = new SampleTrial();
        SampleTrial other = new SampleTrial();
        other.number = 2;
        one.dimensions = Map.of("workload.partitions", "| `x` <b>");
        other.dimensions = Map.of("workload.partitions", SampleRuns.ATTACK);
        Comparison comparison = Comparison.within(
                SampleRuns.of("hostile", List.of(one.build(), other.build())), ComparisonRequest.USUALLY);

        assertThat(markdown(comparison)).doesNotContain("<b", "<script", "| `x`");
        assertThat(counts(xml(GateView.junit(decisions(comparison), false)))).containsExactly("3", "3", "0");
    }

    @Test
    void names_of_others_call_nobody_in_a_pull_request() throws Exception {
        SampleTrial one = new SampleTrial();
        SampleTrial other = new SampleTrial();
        other.number = 2;
        one.dimensions = Map.of("workload.partitions", "@org/everybody");
        other.dimensions = Map.of("workload.partitions", "closes #12");
        Comparison comparison = Comparison.within(
                SampleRuns.of("mentions", List.of(one.build(), other.build())), ComparisonRequest.USUALLY);

        assertThat(markdown(comparison))
                .contains("@&#8203;org/everybody", "closes #&#8203;12")
                .doesNotContain("@org", "#12");
    }

    @Test
    void a_page_says_the_finding_then_what_else_may_explain_it_then_the_values() {
        RunAnalysis run = versions(1.4);
        Comparison comparison = Comparison.within(run, ComparisonRequest.USUALLY);
        String page = HtmlReport.render(comparison, List.of(new ComparedRun(run, Optional.of("./a%20b/report.html"))));

        String finding = ComparisonText.finding(comparison.pairs().getFirst(), comparison.threshold());
        assertThat(page).contains("<p class=\"sentence finding\"><a href=\"#comparison\">" + finding);
        assertThat(page).contains("<a href=\"./a%20b/report.html\">" + run.run().id() + "</a>");
        assertThat(page).contains("<summary>All repetitions");
        assertThat(page).hasSizeLessThan(900_000);
        assertThat(HtmlReport.render(comparison, List.of(new ComparedRun(run, Optional.empty()))))
                .contains("no report beside it");
    }

    @Test
    void runs_that_were_not_interleaved_say_so_before_any_value() {
        List<RunAnalysis> runs = List.of(SampleRuns.single(), SampleRuns.stalled());
        String page = HtmlReport.render(
                Comparison.ofRuns(runs, ComparisonRequest.USUALLY),
                runs.stream().map(run -> new ComparedRun(run, Optional.empty())).toList());

        assertThat(page.indexOf("measured one after the other, not in the same blocks"))
                .isPositive()
                .isLessThan(page.indexOf("id=\"comparison\""));
        assertThat(page).contains("✕ INVALID", "✓ VALID");
    }

    private static String markdown(Comparison comparison) {
        return MarkdownRenderer.render(Stream.<Block>concat(
                        GateView.of(decisions(comparison), ExitCode.GATE_FAILED).stream(),
                        ComparisonView.of(comparison).blocks().stream())
                .toList());
    }

    private static List<String> counts(Document suite) {
        Element root = suite.getDocumentElement();
        return List.of(root.getAttribute("tests"), root.getAttribute("failures"), root.getAttribute("skipped"));
    }

    private static Document xml(String text) throws Exception {
        return DocumentBuilderFactory.newDefaultNSInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(text)));
    }

    private static void assertGolden(String name, String text) throws IOException {
        Path file = Path.of("src/test/resources/dev/assay/report", name);
        if ("write".equals(System.getProperty("assay.goldens"))) {
            Files.writeString(file, text);
        }
        assertThat(text).isEqualTo(Files.readString(file));
    }
}
