package dev.assay.model.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MetricsTest {
    private static final Map<MetricUnit, String> ENDINGS = Map.of(
            MetricUnit.MESSAGES,
            "_messages",
            MetricUnit.MESSAGES_PER_SECOND,
            "_messages_per_second",
            MetricUnit.CORES,
            "_cores",
            MetricUnit.BYTES,
            "_bytes",
            MetricUnit.BYTES_PER_SECOND,
            "_bytes_per_second",
            MetricUnit.SECONDS,
            "_seconds",
            MetricUnit.RATIO,
            "_ratio",
            MetricUnit.PER_SECOND,
            "_per_second",
            MetricUnit.REQUESTS,
            "_requests");

    @Test
    void everyNameEndsInItsUnitAndEveryMetricCanBeShownToPeople() {
        assertThat(Metrics.all()).isNotEmpty().allSatisfy(metric -> {
            assertThat(metric.name()).endsWith(ENDINGS.get(metric.unit()));
            assertThat(metric.title()).isNotBlank();
            assertThat(metric.help()).isNotBlank().doesNotEndWith(".");
            assertThat(Metrics.named(metric.name())).containsSame(metric);
        });
        assertThat(Metrics.named("made_up")).isEmpty();
    }

    @Test
    void everyMetricOfTheFileIsAConstantAndTheOtherWayRound() throws IllegalAccessException {
        List<Metric> constants = new ArrayList<>();
        for (Field field : Metrics.class.getFields()) {
            if (field.get(null) instanceof Metric metric) {
                constants.add(metric);
            }
        }
        assertThat(constants).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(Metrics.all());
        assertThat(Metrics.ofClients())
                .allSatisfy(metric -> assertThat(metric.help()).endsWith(", as reported by clients"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a_bytes | B | node | a",
                "a_bytes | B | node | | help",
                "a_bytes | B | node | a | ",
                "a_bytes | furlongs | node | a | help",
                "a_bytes | B | node node | a | help",
                "A | B | | a | help",
                "a_bytes | B | | a | help\na_bytes | B | | a | help"
            })
    void aLineThatIsNoMetricIsRefused(String text) {
        assertThatThrownBy(() -> Metrics.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theTableInTheDocumentsIsTheCatalogue() throws IOException {
        List<String> inCode = Metrics.all().stream()
                .map(metric -> "| `%s` | %s | %s |"
                        .formatted(
                                metric.name(),
                                metric.labels().isEmpty() ? "–" : String.join(", ", metric.labels()),
                                metric.help()))
                .toList();
        List<String> inDocument = Files.readAllLines(Path.of("../docs/RUN-DIRECTORY.md")).stream()
                .dropWhile(line -> !line.startsWith("| Metric |"))
                .skip(2)
                .takeWhile(line -> line.startsWith("|"))
                .toList();
        assertThat(inDocument).isEqualTo(inCode);
    }

    @Test
    void everyUnitIsFoundBySymbol() {
        for (MetricUnit unit : MetricUnit.values()) {
            assertThat(MetricUnit.ofSymbol(unit.symbol())).isEqualTo(unit);
        }
        assertThatThrownBy(() -> MetricUnit.ofSymbol("furlongs"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'furlongs' is not one of the units messages, messages/s");
    }

    @Test
    void theNamesOfLabelsAreThoseOfTheCatalogue() {
        assertThat(Metrics.labels())
                .containsExactly(
                        Labels.GROUP,
                        Labels.SUBSCRIPTION,
                        Labels.NODE,
                        Labels.WORKER,
                        Labels.PART,
                        Labels.HOST,
                        Labels.RESOURCE,
                        Labels.STALL);
    }

    @Test
    void aSampleHasOnlyLabelsOfItsMetricAndAValue() {
        assertThatThrownBy(() -> Metrics.HOST_CPU.of(Labels.of(Labels.NODE, "broker-1"), 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("host_cpu_cores has the labels [host], but a sample came with {node=broker-1}");
        assertThatThrownBy(() -> Metrics.BACKLOG.of(Double.NaN))
                .hasMessageContaining("backlog_messages is not a number");
        assertThat(Metrics.PROCESS_CPU
                        .of(Labels.of(Labels.NODE, "broker-1"), 1)
                        .labels()
                        .has(Labels.NODE, "broker-1"))
                .isTrue();
    }

    @Test
    void labelsAreEqualWhateverOrderTheyCameInAndEmptyOnesAreNone() {
        Labels one = Labels.of("host", "a").with("resource", "cpu");
        assertThat(one).isEqualTo(Labels.of("resource", "cpu").with("host", "b").with("host", "a"));
        assertThat(one.get("stall")).isEmpty();
        assertThat(new Labels(new TreeMap<>(Map.of("host", "")))).isEqualTo(Labels.NONE);
    }

    @Test
    void whatWouldBreakAFileIsRefused() {
        assertThatThrownBy(() -> Labels.of("host", "a,b"))
                .hasMessageContaining("label host needs a value without comma");
        assertThatThrownBy(() -> new Metric("broker-1.cpu", MetricUnit.CORES, List.of(), "", ""))
                .hasMessageContaining("lower-case letters, digits and underscores, but is 'broker-1.cpu'");
        assertThatThrownBy(() -> new Metric("a", MetricUnit.CORES, List.of("x", "x"), "", ""))
                .hasMessageContaining("named twice");
    }
}
