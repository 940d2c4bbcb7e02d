package dev.assay.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyDefaultsTest {
    private static Map<String, String> keys(String scenario) throws ScenarioException {
        return TrialText.keys(ScenarioFile.read("x.yaml", scenario, List.of(), Set.of())
                .points()
                .getFirst()
                .spec());
    }

    private static List<String> chosen(Map<String, String> keys) {
        List<String> chosen = new ArrayList<>();
        keys.forEach((key, value) -> {
            if (!KeyDefaults.isDefault(key, value)) {
                chosen.add(key);
            }
        });
        return chosen;
    }

    /** The default length of the warm-up depends on the system. */
    @ParameterizedTest
    @ValueSource(strings = {"kafka", "pulsar", "rabbitmq", "memory"})
    void allKeysThatAScenarioDoesNotGiveAreAtTheirDefault(String system) throws ScenarioException {
        Map<String, String> keys = keys("{name: x, systems: {" + system + ": }}");

        assertThat(keys).hasSizeGreaterThan(20);
        assertThat(chosen(keys)).containsExactly("timing.warmup");
    }

    @Test
    void whatAScenarioChoosesIsNotWhereverTheKeyStands() throws ScenarioException {
        Map<String, String> keys = keys("""
                name: x
                systems: {kafka: {nodes: 1, bootstrap.servers: "", disks: {count: 2}}}
                workload:
                  partitions: 6
                  message: {size: 1 KB}
                  groups: {late: {start-at: peak, consumers: 1}}
                phases: {calm: {for: 10 s, rate: workload}, peak: {for: 10 s, rate: 1500/s}}
                settings: {kafka: {client: {client.id: x}}}
                """);

        assertThat(chosen(keys))
                .containsExactly(
                        "systems.kafka.nodes",
                        "systems.kafka.disks.count",
                        "workload.partitions",
                        "workload.groups.late.start-at",
                        "phases.calm.for",
                        "phases.peak.for",
                        "phases.peak.rate",
                        "settings.kafka.client.client.id");
    }

    @ParameterizedTest
    @CsvSource({
        "workload.colour, red",
        "systems.unheard-of.nodes, 3",
        "systems, ''",
        "workload, ''",
        "name, x",
        "settings.kafka.client.linger.ms, 0",
        "'', ''"
    })
    void whatIsNotKnownIsNoDefault(String path, String text) {
        assertThat(KeyDefaults.isDefault(path, text)).isFalse();
    }
}
