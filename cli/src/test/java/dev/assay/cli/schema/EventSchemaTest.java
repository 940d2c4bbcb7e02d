package dev.assay.cli.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.failure.FailedOperation;
import dev.assay.model.failure.FailureClass;
import dev.assay.model.failure.FailureCount;
import dev.assay.model.result.Verdict;
import dev.assay.run.event.EventLines;
import dev.assay.run.event.RunEvent;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Checks printed events against docs/events.schema.json. */
class EventSchemaTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Path SCHEMA = Path.of("..", "docs", "events.schema.json");
    private static final Path PAGE = Path.of("..", "docs", "EVENTS.md");
    private static final Optional<String> TRIAL = Optional.of("001-kafka");

    /** Lists one event of each kind, with all optional values. */
    private static final List<RunEvent> EACH = List.of(
            new RunEvent.RunStarted(RunEvent.VERSION, "runs/x", "x", "0.1.0", false, List.of("001-kafka")),
            new RunEvent.TrialStarted("001-kafka", 1, 6, 30, "kafka", 1, 90),
            new RunEvent.VerificationStarted("001-kafka-power-all", 1, 4, "kafka-power-all"),
            new RunEvent.Step(TRIAL, "starting Kafka \u202e\ud83d\ude00"),
            new RunEvent.Stage(TRIAL, "draining"),
            new RunEvent.Phase("001-kafka", "measure", 60),
            second(latency(), OptionalDouble.of(0.5)),
            new RunEvent.TrialFinished(
                    "001-kafka",
                    Verdict.Grade.DEGRADED,
                    List.of(new Verdict.Reason(
                            Verdict.Grade.DEGRADED, "steal", "2 % was stolen", "Use another machine.", "measure")),
                    List.of(new FailureCount(
                            FailedOperation.SEND,
                            FailureClass.TOO_LARGE,
                            "RecordTooLargeException",
                            "the message is 2097240 bytes",
                            Map.of("measure", 3L),
                            10.5,
                            12.25))),
            new RunEvent.TrialFailed("001-kafka", "broker-1 died"),
            new RunEvent.VerificationFinished("001-kafka-power-all", "holds", "nothing was lost"),
            new RunEvent.Message(TRIAL, "text"),
            new RunEvent.Warning(TRIAL, "text"),
            new RunEvent.RunFinished("runs/x", Optional.of("runs/x/report.html"), 3, Optional.of("no space left")));

    private static RunEvent.Latency latency() {
        Histogram nanos = new Histogram(3);
        nanos.recordValue(1_000_000);
        return RunEvent.Latency.of(nanos);
    }

    private static RunEvent.Second second(RunEvent.Latency latency, OptionalDouble known) {
        return new RunEvent.Second(
                "001-kafka",
                "measure",
                15.25,
                1.002,
                1000.5,
                999.5,
                0,
                12,
                latency,
                latency,
                List.of(new RunEvent.Server("broker-1", known, known)),
                List.of(new RunEvent.Machine("coordinator", known, known)),
                60,
                600,
                true,
                known.isPresent() ? Optional.of("response p50 31.0 ms and falling") : Optional.empty());
    }

    private static String printed(RunEvent event) {
        StringWriter text = new StringWriter();
        new EventLines(new PrintWriter(text), Clock.fixed(Instant.EPOCH, ZoneOffset.UTC)).print(event);
        return text.toString();
    }

    private static JsonNode schema() throws IOException {
        return JSON.readTree(Files.readString(SCHEMA));
    }

    private static List<String> problems(String line) throws IOException {
        return new SchemaReader(schema()).problems(JSON.readValue(line, Map.class));
    }

    @Test
    void thereIsAnExampleOfEachEvent() {
        assertThat(EACH.stream().<Object>map(RunEvent::getClass))
                .containsExactlyInAnyOrder((Object[]) RunEvent.class.getPermittedSubclasses());
    }

    @ParameterizedTest
    @FieldSource("EACH")
    void eachEventIsALineOfAsciiThatFitsTheSchema(RunEvent event) throws IOException {
        String line = printed(event);

        assertThat(line).endsWith("}" + System.lineSeparator()).matches("\\p{ASCII}*");
        assertThat(line.lines()).hasSize(1);
        assertThat(line).startsWith("{\"event\":\"" + event.type() + "\",\"at\":\"1970-01-01T00:00:00Z\"");
        assertThat(problems(line)).isEmpty();
    }

    @ParameterizedTest
    @FieldSource("EACH")
    void theSchemaHasNoFieldThatIsNeverPrinted(RunEvent event) throws IOException {
        JsonNode properties = schema().at("/$defs/" + event.type() + "/properties");

        assertThat(JSON.readTree(printed(event)).propertyNames()).containsExactlyElementsOf(properties.propertyNames());
    }

    @ParameterizedTest
    @FieldSource("EACH")
    void thePageNamesEachEvent(RunEvent event) throws IOException {
        assertThat(Files.readString(PAGE)).contains("| `" + event.type() + "` |");
    }

    @Test
    void whatIsNotKnownIsAbsent() throws IOException {
        String line = printed(second(RunEvent.Latency.of(new Histogram(3)), OptionalDouble.empty()));

        assertThat(line).contains("\"response\":{\"n\":0}", "\"servers\":[{\"server\":\"broker-1\"}]");
        assertThat(problems(line)).isEmpty();
        assertThat(printed(new RunEvent.Step(Optional.empty(), "x"))).doesNotContain("trial", "null");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"event\": \"unheard-of\", \"at\": \"x\"}",
                "{\"event\": \"step\", \"at\": \"x\"}",
                "{\"event\": \"step\", \"at\": \"x\", \"text\": 5}",
                "{\"event\": \"step\", \"at\": \"x\", \"text\": \"x\", \"more\": 1}"
            })
    void whatDoesNotFitIsFound(String line) throws IOException {
        assertThat(problems(line)).isNotEmpty();
    }

    @Test
    void theExamplesOfThePageFitTheSchema() throws IOException {
        List<String> examples = Files.readAllLines(PAGE).stream()
                .filter(line -> line.startsWith("{\"event\""))
                .toList();

        assertThat(examples).hasSizeGreaterThan(3);
        for (String example : examples) {
            assertThat(problems(example)).as(example).isEmpty();
        }
    }
}
