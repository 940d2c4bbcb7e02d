package dev.assay.driver.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.driver.DriverException;
import dev.assay.driver.Setting;
import dev.assay.model.setting.SettingGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A client that reports only its first objection is made to report all. */
class SettingTrialTest {
    private static Map<String, Setting> settings(String... scenario) {
        Map<String, Setting> settings = new TreeMap<>(Map.of("own", new Setting("1", Setting.HARNESS + "why")));
        for (String name : scenario) {
            settings.put(name, Setting.ofScenario(name));
        }
        return settings;
    }

    @Test
    void whereTheClientRefusesAllEachSettingOfTheScenarioIsTriedWithoutTheOthers() {
        List<String> problems = new SettingTrial("some")
                .give(SettingGroup.PRODUCER, settings("bad", "good", "worse"), some -> {
                    for (String name : some.keySet()) {
                        if (name.equals("bad")) {
                            throw new DriverException("it is bad");
                        }
                        if (name.equals("worse")) {
                            throw new IllegalStateException(
                                    "wrapped", new IllegalArgumentException("it is worse\nmore"));
                        }
                    }
                })
                .problems();

        assertThat(problems)
                .containsExactly("settings.some.producer.bad: it is bad", "settings.some.producer.worse: it is worse");
    }

    @Test
    void whatOnlySomeTogetherAreRefusedForIsToldOnce() {
        List<Set<String>> proposals = new ArrayList<>();
        List<String> problems = new SettingTrial("some")
                .give(SettingGroup.CLIENT, settings("one", "two"), some -> {
                    proposals.add(Set.copyOf(some.keySet()));
                    if (some.size() > 2) {
                        throw new DriverException("one contradicts two");
                    }
                })
                .problems();

        assertThat(proposals).containsExactly(Set.of("own", "one", "two"), Set.of("own", "one"), Set.of("own", "two"));
        assertThat(problems).containsExactly("settings.some.client: one contradicts two");
    }

    /** Pulsar's limit of each partition is such a setting: it is refused without the limit of all. */
    @Test
    void whatGoesWithTheSettingsOfTheDriverIsTaken() {
        List<String> problems = new SettingTrial("some")
                .give(SettingGroup.PRODUCER, settings("limit"), some -> {
                    if (some.containsKey("limit") && !some.containsKey("own")) {
                        throw new DriverException("own must not be less than limit");
                    }
                })
                .problems();

        assertThat(problems).isEmpty();
    }
}
