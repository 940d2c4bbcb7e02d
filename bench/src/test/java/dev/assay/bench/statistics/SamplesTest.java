package dev.assay.bench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class SamplesTest {
    @Test
    void readingsAreShownAsMedianAndRange() {
        Samples samples = new Samples();
        List.of(3.0, 1.0, 2.5).forEach(samples::add);
        assertThat(samples.text(1)).isEqualTo("2.5 (1.0 to 3.0)");
        samples.add(2.0);
        assertThat(samples.median()).isEqualTo(2.25);
        assertThat(samples.count()).isEqualTo(4);
    }

    @Test
    void whatIsNoNumberIsNoReading() {
        assertThatThrownBy(() -> new Samples().add(Double.NaN)).hasMessageContaining("NaN");
    }

    @Test
    void settingsComeFromOptions() {
        assertThat(Settings.parse(List.of("--rounds", "2", "--cores", "2,3")))
                .isEqualTo(new Settings(2, 8, 10, 10, "2,3"));
        assertThatThrownBy(() -> Settings.parse(List.of("--round", "2"))).hasMessageContaining("--rounds");
        assertThatThrownBy(() -> Settings.parse(List.of("--rounds", "0"))).hasMessageContaining("at least 1");
        assertThatThrownBy(() -> Settings.parse(List.of("--rounds", "x"))).hasMessageContaining("'x'");
        assertThatThrownBy(() -> Settings.parse(List.of("--rounds"))).hasMessageContaining("needs a value");
    }
}
