package dev.assay.model.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.model.metric.LatencyMetric;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.ScenarioFile;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResultStatisticsTest {
    @Test
    void theDefaultIsAllUpToThreeNines() {
        ResultStatistics result = ResultStatistics.DEFAULT;
        assertThat(result.declares(LatencyMetric.RESPONSE, OptionalDouble.of(50), "measure"))
                .isTrue();
        assertThat(result.declares(LatencyMetric.END_TO_END, OptionalDouble.of(99.9), "measure"))
                .isTrue();
        assertThat(result.declares(LatencyMetric.RESPONSE, OptionalDouble.of(99.99), "measure"))
                .isFalse();
        assertThat(result.declares(LatencyMetric.RESPONSE, OptionalDouble.empty(), "measure"))
                .isFalse();
        assertThat(result.declares(LatencyMetric.SERVICE, OptionalDouble.of(50), "measure"))
                .isFalse();
        assertThat(ResultStatistics.parse(result.toString())).isEqualTo(result);
    }

    @Test
    void aStatisticOfOnePhaseIsOfNoOther() {
        ResultStatistics result = ResultStatistics.parse("response.p99 in burst, end-to-end.mean");
        assertThat(result.declares(LatencyMetric.RESPONSE, OptionalDouble.of(99), "burst"))
                .isTrue();
        assertThat(result.declares(LatencyMetric.RESPONSE, OptionalDouble.of(99), "after"))
                .isFalse();
        assertThat(result.declares(LatencyMetric.END_TO_END, OptionalDouble.empty(), "after"))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "p99",
                "response",
                "response.p98",
                "response up to p98",
                "latency up to p99",
                "response up to"
            })
    void whatNamesNoStatisticIsRefused(String text) {
        assertThatThrownBy(() -> ResultStatistics.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected");
    }

    @Test
    void aListInAScenarioIsOneValueAndReachesTheTrial() throws ScenarioException {
        ScenarioFile file = ScenarioFile.read(
                "x.yaml",
                "name: x\nsystems: {memory: }\nresult: [response.p99, end-to-end up to p95]\n",
                List.of(),
                Set.of());
        assertThat(file.points())
                .singleElement()
                .satisfies(point ->
                        assertThat(point.spec().result().toString()).isEqualTo("response.p99, end-to-end up to p95"));
    }

    @Test
    void aPhaseThatIsNotMeasuredHasNoResult() {
        assertThatThrownBy(() -> ScenarioFile.read(
                        "x.yaml",
                        "name: x\nsystems: {memory: }\nresult: response.p99 in warmup\n",
                        List.of(),
                        Set.of()))
                .isInstanceOf(ScenarioException.class)
                .hasMessageContaining("is not of a measured phase");
    }
}
