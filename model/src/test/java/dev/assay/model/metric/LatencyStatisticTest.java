package dev.assay.model.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LatencyStatisticTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "response.p99",
                "service.p50",
                "end-to-end.p99.99",
                "send-to-receive.mean",
                "schedule-lag.p99.9 in catch-up"
            })
    void whatIsReadIsWrittenAgain(String text) {
        assertThat(LatencyStatistic.parse(text)).hasToString(text);
    }

    @Test
    void aNameIsMetricStatisticAndPhase() {
        assertThat(LatencyStatistic.parse("end-to-end.p99.9  in step-2"))
                .isEqualTo(
                        new LatencyStatistic(LatencyMetric.END_TO_END, OptionalDouble.of(99.9), Optional.of("step-2")));
        assertThat(LatencyStatistic.parse("service.mean in a").withoutPhase()).hasToString("service.mean");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "response", "response.p98", "response.max", "latency.p99", "p99", "response.p99 in"})
    void anythingElseIsRefused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LatencyStatistic.parse(text))
                .withMessageContaining("expected a statistic like response.p99");
    }
}
