package dev.assay.model.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.Fault;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.ScenarioFile;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FaultChoicesTest {
    @Test
    void aSystemNarrowsAFaultDownAndALevelIsSet() {
        FaultChoices choices =
                FaultChoices.parse("kill-one, kafka/power-all, kafka/level-1/kill-all, level-2/disk-full");

        assertThat(choices.of("kafka"))
                .extracting(FaultChoices.Choice::fault)
                .containsExactly(Fault.KILL_ONE, Fault.POWER_ALL, Fault.KILL_ALL, Fault.DISK_FULL);
        assertThat(choices.of("kafka"))
                .extracting(FaultChoices.Choice::level)
                .containsExactly(null, null, DurabilityLevel.LEVEL_1, DurabilityLevel.LEVEL_2);
        assertThat(choices.of("pulsar"))
                .extracting(FaultChoices.Choice::fault)
                .containsExactly(Fault.KILL_ONE, Fault.DISK_FULL);
        assertThat(FaultChoices.parse(choices.toString())).isEqualTo(choices);
    }

    @ParameterizedTest
    @ValueSource(strings = {"power", "zeromq/power-all", "level-9/power-all", "kafka/level-1/x/power-all", "kill-one,"})
    void whatIsNoFaultIsRefusedWithItsText(String text) {
        assertThatThrownBy(() -> FaultChoices.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("expected");
    }

    @ParameterizedTest
    @ValueSource(strings = {"faults: [power-all, kill-one]", "faults:\n  - power-all\n  - kill-one"})
    void aListMakesNoDimension(String faults) throws ScenarioException {
        ScenarioFile file =
                ScenarioFile.read("f.yaml", "name: f\nsystems: {kafka: {}}\n" + faults + "\n", List.of(), Set.of());
        assertThat(file.points()).hasSize(1);
        assertThat(file.faults()).hasToString("power-all, kill-one");
    }

    @Test
    void anOptionTakesSeveralFaults() throws ScenarioException {
        ScenarioFile file = ScenarioFile.read(
                "f.yaml", "name: f\nsystems: {kafka: {}}\n", List.of("faults=power-all,kafka/kill-one"), Set.of());
        assertThat(file.faults()).hasToString("power-all, kafka/kill-one");
    }

    @Test
    void aMistakeIsReportedAtItsPlace() {
        assertThatThrownBy(() -> ScenarioFile.read(
                        "f.yaml", "name: f\nsystems: {kafka: {}}\nfaults: [power-of]\n", List.of(), Set.of()))
                .isInstanceOf(ScenarioException.class)
                .hasMessageContaining("f.yaml:3")
                .hasMessageContaining("power-of")
                .hasMessageContaining("power-one");
    }
}
