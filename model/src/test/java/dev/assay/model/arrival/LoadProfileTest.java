package dev.assay.model.arrival;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LoadProfileTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "50000/s",
                "0.25/s",
                "none",
                "ramp 1000/s to 20000/s over 30s",
                "ramp 20000/s to 1000/s over 1min",
                "steps 1000/s 2000/s 4000/s every 20s",
                "bursts 20000/s for 1s every 10s",
                "bursts 20000/s for 500ms every 10s else 1000/s"
            })
    void theTextOfAProfileReadsBack(String text) {
        LoadProfile profile = LoadProfile.parse(text);
        assertThat(LoadProfile.parse(profile.toString())).isEqualTo(profile);
        assertThat(text).matches(LoadProfile.PATTERN);
        assertThat(profile.toString()).matches(LoadProfile.PATTERN);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "fast",
                "-1/s",
                "ramp 1000/s to 2000/s",
                "ramp 1000/s over 30 s",
                "steps 1000/s every 20 s",
                "steps 1000/s, 2000/s every 20 s",
                "bursts 20000/s for 1 s",
                "1000/s 2000/s"
            })
    void whatIsNoProfileIsRefused(String text) {
        assertThatThrownBy(() -> LoadProfile.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected a rate like 50000/s")
                .hasMessageContaining("but found '" + text + "'");
    }

    @Test
    void burstsMustFitIntoTheirPeriod() {
        assertThatThrownBy(() -> LoadProfile.parse("bursts 10/s for 10 s every 10 s"))
                .hasMessage("bursts of 10 s can't come every 10 s");
    }

    @Test
    void partsTooShortToBeSeenAreRefused() {
        assertThatThrownBy(() -> LoadProfile.parse("ramp 1/s to 10/s over 9 ms"))
                .hasMessage("a part of a load profile must last at least 10 ms, but lasts 9 ms");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1000/s | 1000/s
            steps 1000/s 1000/s every 1 s | 1000/s
            ramp 1000/s to 2000/s over 1 s |
            none |
            """)
    void onlyARateThatStaysIsConstant(String text, String rate) {
        assertThat(LoadProfile.parse(text).constantRate().map(Object::toString).orElse(null))
                .isEqualTo(rate);
    }

    @Test
    void beforeItBeginsAProfileOffersItsFirstRate() {
        assertThat(LoadProfile.parse("ramp 1000/s to 2000/s over 9 s").beforeItsBegin())
                .isEqualTo(LoadProfile.parse("1000/s"));
        LoadProfile bursts = LoadProfile.parse("bursts 1000/s for 1 s every 9 s");
        assertThat(bursts.beforeItsBegin()).isEqualTo(bursts);
    }
}
