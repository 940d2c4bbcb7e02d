package dev.assay.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.schema.SchemaReader;
import dev.assay.cli.terminal.TerminalProgress;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import dev.assay.run.event.EventLines;
import dev.assay.run.event.Progress;
import dev.assay.run.preflight.RunTimeEstimate;
import dev.assay.run.trial.TrialProgress;
import dev.assay.run.trial.VirtualTrials;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.store.RunDirectory;
import dev.assay.store.TrialWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Checks the events of a whole load on a worker with the in-memory system. */
class EventsOfATrialTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int RATE = 200;
    private static final int SECONDS = 3;

    @TempDir
    Path base;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void eachLineIsAnEventAndTheSecondsAddUpToWhatWasOffered() throws Exception {
        Progress progress =
                TerminalProgress.events(new EventLines(new PrintWriter(out), Clock.systemUTC()), new PrintWriter(err));
        run(new TrialProgress(progress, new RunTimeEstimate(System::nanoTime)));
        progress.warn("a warning");

        SchemaReader schema =
                new SchemaReader(JSON.readTree(Files.readString(Path.of("..", "docs", "events.schema.json"))));
        assertThat(out.toString().lines())
                .allSatisfy(line -> assertThat(schema.problems(JSON.readValue(line, Map.class)))
                        .as(line)
                        .isEmpty());
        List<JsonNode> events = out.toString().lines().map(JSON::readTree).toList();
        assertThat(events.stream().map(EventsOfATrialTest::type)).contains("stage", "phase", "second", "warning");
        assertThat(events.stream()
                        .filter(event -> type(event).equals("phase"))
                        .map(event -> event.path("phase").stringValue()))
                .startsWith("warmup", "measure");
        List<JsonNode> seconds =
                events.stream().filter(event -> type(event).equals("second")).toList();
        assertThat(sum(seconds, "offered_messages_per_second")).isEqualTo(RATE * SECONDS);
        assertThat(sum(seconds, "achieved_messages_per_second")).isEqualTo(RATE * SECONDS);
        assertThat(seconds.stream()
                        .mapToInt(second -> second.at("/response/n").intValue())
                        .sum())
                .isEqualTo(RATE * SECONDS);
        assertThat(seconds.getFirst().at("/machines/0/cpu_busy_ratio").doubleValue())
                .isEqualTo(0.25);
        assertThat(err.toString().strip()).isEqualTo("a warning");
    }

    private static String type(JsonNode event) {
        return event.path("event").stringValue();
    }

    /** Sums the messages of all seconds, each a rate times its length. */
    private static long sum(List<JsonNode> seconds, String rate) {
        return Math.round(seconds.stream()
                .mapToDouble(second -> second.path(rate).doubleValue()
                        * second.path("length_seconds").doubleValue())
                .sum());
    }

    private void run(TrialProgress progress) throws Exception {
        PlannedTrial trial = trial();
        try (TrialWriter files =
                RunDirectory.create(base, "events", Instant.EPOCH).begin(trial.folder())) {
            new VirtualTrials(EventsOfATrialTest::telemetry, VirtualTrials.DESK).run(trial, files, progress);
        }
    }

    private static List<Sample> telemetry() {
        return List.of(Metrics.HOST_CPU_BUSY.of(Labels.of(Labels.HOST, Metrics.COORDINATOR), 0.25));
    }

    private static PlannedTrial trial() throws ScenarioException {
        String text = """
            name: events
            systems: { memory: { law: constant, mean: 1 ms } }
            durability: level-4
            workload: { message: { size: 100 B }, rate: 200/s, arrivals: constant }
            timing: { warmup: 1 s, measure: 2 s, drain: 5 min }
            """;
        return ScenarioFile.read("events.yaml", text, List.of(), Set.of())
                .plan()
                .trials()
                .getFirst();
    }
}
