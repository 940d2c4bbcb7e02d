package dev.assay.model.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.model.timeline.Phase;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.ScenarioFile;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests how long the load runs before the measurement. */
class WarmupTest {
    @ParameterizedTest
    @ValueSource(strings = {"0 s", "10 s", "auto"})
    void readsWhatItWrites(String text) {
        assertThat(Warmup.parse(text).toString()).isEqualTo(text);
        assertThat(Warmup.parse(text)).isEqualTo(Warmup.parse(Warmup.parse(text).toString()));
        assertThat(text).matches(Warmup.PATTERN);
    }

    @Test
    void aPlainDurationIsExactlyThat() {
        Warmup plain = Warmup.parse("10 s");
        assertThat(plain.untilSteady()).isFalse();
        assertThat(plain.atMost()).isEqualTo(Duration.ofSeconds(10));
        assertThat(Warmup.of(Duration.ofSeconds(10), Duration.ofSeconds(90)).untilSteady())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"soon", "20 s to 90 s", "10", "10 s to"})
    void refusesWhatIsNoLength(String text) {
        assertThatThrownBy(() -> Warmup.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({"kafka, 20 s to 3 min", "memory, 10 s", "pulsar, 20 s to 3 min"})
    void theDefaultGoesByTheSystem(String system, String expected) throws Exception {
        TrialSpec spec = trial("systems: { " + system + ": {} }\n");
        assertThat(spec.timing().warmup()).hasToString(expected);
    }

    @Test
    void keysGiveBothEnds() throws Exception {
        TrialSpec keys = trial("systems: { kafka: {} }\ntiming: { warmup: { at-least: 15 s, at-most: 2 min } }\n");
        assertThat(keys.timing().warmup()).isEqualTo(Warmup.of(Duration.ofSeconds(15), Duration.ofMinutes(2)));
        Phase warmup = keys.timeline().phases().getFirst();
        assertThat(warmup.name()).isEqualTo("warmup");
        assertThat(warmup.lengthNanos())
                .as("its longest")
                .isEqualTo(Duration.ofMinutes(2).toNanos());
    }

    @Test
    void oneEndAloneIsReportedWithItsPlace() {
        assertThatThrownBy(() -> trial("systems: { kafka: {} }\ntiming: { warmup: { at-least: 15 s } }\n"))
                .isInstanceOf(ScenarioException.class)
                .hasMessageContaining("timing.warmup lacks the key 'at-most'");
    }

    @Test
    void aNamedPhaseMayWaitForTheSteadyStateToo() throws Exception {
        TrialSpec spec = trial("""
                systems: { kafka: {} }
                phases: { start: { until: { steady: true }, at-most: 60 s, warmup: true }, main: { for: 30 s } }
                """);
        assertThat(spec.phases().values())
                .extracting(phase -> phase.until().steady())
                .containsExactly(true, false);
        assertThat(spec.timeline().endNanos()).isEqualTo(Duration.ofSeconds(90).toNanos());
    }

    private static TrialSpec trial(String rest) throws ScenarioException {
        return ScenarioFile.read("t.yaml", "name: t\nworkload: { rate: 1000/s }\n" + rest, List.of(), Set.of())
                .points()
                .getFirst()
                .spec();
    }
}
