package dev.assay.model.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FailConditionTest {
    @Test
    void conditions_read_as_they_are_written() {
        assertThat(FailCondition.parse(" end-to-end.p99.9 in steady  > 1.1x"))
                .hasToString("end-to-end.p99.9 in steady > 1.10x");
        assertThat(FailCondition.parse("capacity < 0.995x")).hasToString("capacity < 0.995x");
        assertThat(FailCondition.parse("capacity < 0.95x")).isEqualTo(new FailCondition("capacity", false, 0.95));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "response.p99", "response.p99 > 10 %", "response.p42 > 1.1x", "response.p99 > 0x", "p99 = 1x"
            })
    void others_are_refused(String text) {
        assertThatThrownBy(() -> FailCondition.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
