package dev.assay.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CostViewTest {
    @Test
    void threeTrialsHaveAnIntervalAndTwoTheirEnds() {
        assertThat(CostView.text(List.of(1.0, 1.1, 1.2))).isEqualTo("1.1 (0.875 to 1.38)");
        assertThat(CostView.text(List.of(12.5, 0.001234567))).isEqualTo("0.00123 to 12.5");
        assertThat(CostView.text(List.of(138_240.0))).isEqualTo("138,240");
        assertThat(CostView.text(List.of(0.0))).isEqualTo("0");
        assertThat(CostView.text(List.of())).isEqualTo("not known");
    }
}
