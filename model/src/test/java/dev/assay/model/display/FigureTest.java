package dev.assay.model.display;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class FigureTest {
    @Test
    void aNumberOf300DigitsHasAnExponent() {
        assertThat(Figure.of("%,.1f MB/s", 1e300)).isEqualTo("1.00e+300 MB/s");
        assertThat(Figure.of("%,.0f", -2.5e15)).isEqualTo("-2.50e+15");
        assertThat(Figure.of("%,.0f msg/s", 1e300)).isEqualTo("1.00e+300 msg/s");
        assertThat(Figure.plain(new BigDecimal("1e300"))).hasSizeLessThan(12);
        assertThat(Figure.plain(BigDecimal.valueOf(1e-300))).hasSizeLessThan(12);
    }

    @Test
    void otherNumbersAreWrittenOut() {
        assertThat(Figure.of("%,.1f MB/s", 1234.56)).isEqualTo("1,234.6 MB/s");
        assertThat(Figure.of("%,.0f", 999_999_999_999_999.0)).isEqualTo("999,999,999,999,999");
        assertThat(Figure.of("%.1f %%", 5)).isEqualTo("5.0 %");
        assertThat(Figure.of("%,.0f", Double.POSITIVE_INFINITY)).isEqualTo("Infinity");
        assertThat(Figure.plain(new BigDecimal("1200.00"))).isEqualTo("1200");
        assertThat(Figure.plain(new BigDecimal("0.000010"))).isEqualTo("0.00001");
    }
}
