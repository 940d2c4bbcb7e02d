package dev.assay.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.TrialAnalyzer;
import dev.assay.host.Machine;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.WorkerInterval;
import dev.assay.model.trial.TrialEvent;
import dev.assay.model.trial.TrialListener;
import dev.assay.model.trial.TrialSecond;
import dev.assay.report.chart.ChartData;
import dev.assay.report.chart.TrialCharts;
import dev.assay.report.chart.TrialLook;
import dev.assay.run.trial.VirtualTrials;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.store.RunDirectory;
import dev.assay.store.TrialWriter;
import dev.assay.testing.FakeMachine;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Compares what a page has drawn of a trial in virtual time with the trial's report. */
class LiveTrialTest {
    private static final long SECOND = 1_000_000_000;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    Path base;

    private final LiveRun run = new LiveRun();
    private final FollowedPage page = new FollowedPage(run);
    /** Holds the ends of the seconds that were drawn when the first interval that ended after two seconds arrived. */
    private final List<Double> drawnAfterTwoSeconds = new ArrayList<>();

    private static PlannedTrial trial() throws Exception {
        return ScenarioFile.read("live.yaml", """
                        name: live
                        systems: { memory: { law: exponential, mean: 20 ms } }
                        durability: level-4
                        workload: { message: { size: 100 B }, rate: 1000/s, arrivals: constant }
                        timing: { warmup: 2 s, measure: 8 s, drain: 5 s }
                        """, List.of(), Set.of())
                .plan()
                .trials()
                .getFirst();
    }

    /** Runs the trial with a worker on each of {@code workers} machines, while a page follows it. */
    private TrialAnalysis follow(int workers) throws Exception {
        RunDirectory directory = RunDirectory.create(base, "live", Instant.EPOCH);
        PlannedTrial trial = trial();
        Machine[] machines = IntStream.rangeClosed(1, workers)
                .mapToObj(number -> new FakeMachine("load-" + number, "boot-" + number))
                .toArray(Machine[]::new);
        TrialListener live = run.begin(trial.folder(), "memory");
        try (TrialWriter files = directory.begin(trial.folder())) {
            TrialRecord record = new VirtualTrials(List::of, machines).run(trial, files, live, event -> {
                if (event instanceof TrialEvent.Interval(WorkerInterval interval)
                        && drawnAfterTwoSeconds.isEmpty()
                        && interval.endNanos() >= 2 * SECOND) {
                    drawnAfterTwoSeconds.addAll(page.ask().values("seconds"));
                } else if (event instanceof TrialSecond) {
                    page.ask();
                }
            });
            live.on(new TrialEvent.Finish(record));
        }
        page.ask();
        return TrialAnalyzer.analyze(directory.readTrial(directory.finished().getFirst()));
    }

    private static JsonNode charts(TrialAnalysis analysis) {
        return JsonMapper.shared()
                .readTree(ChartData.json(TrialCharts.of("live", new TrialLook("", "", "memory", 0), analysis)));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void aPageHasTheLinesOfTheReportOfAllWorkersTogether(int workers) throws Exception {
        TrialAnalysis analysis = follow(workers);

        JsonNode report = charts(analysis);
        assertThat(page.values("seconds")).hasSizeGreaterThanOrEqualTo(10);
        assertThat(page.lines().get("seconds")).isEqualTo(list(report.get("seriesTimes")));
        Map<String, JsonNode> reported = FollowedPage.linesOf(report);
        assertThat(reported)
                .containsKeys("rate/offered/", "rate/acknowledged/", "backlog/backlog/", "latency/service p99/");
        reported.forEach((line, values) -> {
            if (!line.startsWith("latency/")) {
                assertThat(page.lines().get(line)).as(line).isEqualTo(list(values));
            }
        });
        FollowedPage later = new FollowedPage(run).ask();
        assertThat(later.lines()).as("comes back").isEqualTo(page.lines());
        assertThat(later.last().at("/charts/heats")).isEqualTo(report.get("heats"));
        assertThat(page.text("place"))
                .isEqualTo("001-memory: " + analysis.verdict().grade());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void latenciesAreMergedAndNotAveraged(int workers) throws Exception {
        TrialAnalysis analysis = follow(workers);

        Map<String, JsonNode> reported = FollowedPage.linesOf(charts(analysis));
        for (String line : List.of("response p99", "service p99", "end-to-end mean", "schedule lag p99")) {
            String name = "latency/" + line + "/";
            assertThat(known(Objects.requireNonNull(page.lines().get(name))))
                    .as(name)
                    .isEqualTo(known(list(Objects.requireNonNull(reported.get(name)))));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void theFirstPointIsThereWithinTwoSeconds(int workers) throws Exception {
        follow(workers);

        assertThat(drawnAfterTwoSeconds).isNotEmpty().allMatch(end -> end <= 2);
    }

    private static List<JsonNode> list(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).toList();
    }

    private static List<JsonNode> known(List<JsonNode> values) {
        return values.stream().filter(value -> !value.isNull()).toList();
    }
}
