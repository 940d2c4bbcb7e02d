package dev.assay.systems.memory.driver;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FirstSendTest {
    @Test
    void allProducersCountFromTheFirstMessageOfAny() {
        FirstSend first = new FirstSend();

        assertThat(first.nanos(-7)).isEqualTo(-7);
        assertThat(first.nanos(5)).isEqualTo(-7);
    }
}
