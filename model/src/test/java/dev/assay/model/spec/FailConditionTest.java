package dev.assay.model.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.model.metric.ComparedName;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.LatencyStatistic;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FailConditionTest {
    @Test
    void conditions_read_as_they_are_written() {
        assertThat(FailCondition.parse(" end-to-end.p99.9 in steady  > 1.1x"))
                .hasToString("end-to-end.p99.9 in steady > 1.10x");
        assertThat(FailCondition.parse("capacity < 0.995x")).hasToString("capacity < 0.995x");
        assertThat(FailCondition.parse("capacity < 0.95x")).isEqualTo(new FailCondition("capacity", false, 0.95));
        assertThat(FailCondition.parse("capacity <\n 0.95x\n")).isEqualTo(new FailCondition("capacity", false, 0.95));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "response.p99", "response.p99 > 10 %", "response.p42 > 1.1x", "response.p99 > 0x", "p99 = 1x"
            })
    void others_are_refused(String text) {
        assertThatThrownBy(() -> FailCondition.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            response.p98 > 1.2x     | 'p98' is not one of mean, p50, p75, p90, p95, p99, p99.9, p99.99; or achieved, or capacity
            p98 > 1.2x              | found 'p98': write one of schedule-lag, service, response, end-to-end, send-to-receive, a dot, and one of mean, p50,
            latency.p99 > 1.2x      | 'latency' is not one of schedule-lag, service, response, end-to-end, send-to-receive; or achieved
            response.p99 in A > 1x  | 'A' can't be the name of a phase
            response.p99 > 1.2      | found 'response.p99 > 1.2': '1.2' is no bound: write the ratio to the baseline with an x, such as 1.10x for 10 % more
            response.p99 > 10 %     | '10 %' is no bound
            response.p99 > 5 sm     | '5 sm' is no bound
            response.p99 >          | '' is no bound
            response.p99 >= 1.2x    | '>=' is not one of > (fails above the bound) and < (fails below it)
            response.p99            | found 'response.p99': it has no > or <
            response.p99 > 0x       | the bound of a condition must be a ratio above 0, such as 1.10x
            """)
    void whatIsWrongIsSaidAndWhatMayStandThere(String text, String message) {
        assertThatThrownBy(() -> FailCondition.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    /** Holds the list in the documentation to what is read. */
    @Test
    void thePageListsEverythingThatAConditionMayHold() throws Exception {
        String page = Files.readString(Path.of("../docs/COMPARING.md"));
        List<String> metrics = listed(page, "metric");
        List<String> statistics = listed(page, "statistic");
        List<String> rates = listed(page, "or instead of both");
        List<String> operators = listed(page, "operator");

        assertThat(metrics)
                .containsExactlyElementsOf(Arrays.stream(LatencyMetric.values())
                        .map(LatencyMetric::tag)
                        .toList());
        assertThat(statistics).hasSize(1 + LatencyStatistic.PERCENTS.size());
        assertThat(rates).containsExactly(ComparedName.ACHIEVED, ComparedName.CAPACITY);
        assertThat(operators).containsExactly(">", "<");
        for (String bound : listed(page, "bound")) {
            for (String operator : operators) {
                Stream.concat(
                                rates.stream(),
                                metrics.stream()
                                        .flatMap(metric -> statistics.stream().map(name -> metric + "." + name)))
                        .map(name -> name + " " + operator + " " + bound)
                        .forEach(text -> assertThat(FailCondition.parse(text)).hasToString(text));
            }
        }
    }

    /** Returns the words in code font of a row of the page's table. */
    private static List<String> listed(String page, String row) {
        String line = page.lines()
                .filter(text -> text.startsWith("| " + row + " |"))
                .findFirst()
                .orElseThrow();
        return Pattern.compile("`([^`]+)`")
                .matcher(line)
                .results()
                .map(word -> word.group(1))
                .toList();
    }
}
