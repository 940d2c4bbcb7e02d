package dev.assay.model.result;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SteadyTextTest {
    @Test
    void anIntervalIsInPerCentUpToTenfold() {
        assertThat(SteadyText.change(-0.45, 0.2)).isEqualTo("-45 to +20 %");
        assertThat(SteadyText.change(-0.5, 9)).isEqualTo("-50 to +900 %");
        assertThat(SteadyText.change(12, 300)).isEqualTo("more than +900 %");
        // As it was printed once: +4094554855 %.
        assertThat(SteadyText.change(-1, 4e7)).isEqualTo("-100 to more than +900 %");
    }
}
