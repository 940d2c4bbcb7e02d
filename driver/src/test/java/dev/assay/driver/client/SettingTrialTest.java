package dev.assay.driver.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.driver.DriverException;
import dev.assay.driver.Setting;
import dev.assay.model.setting.SettingGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A client that tells the first thing that is wrong is had to tell all. */
class SettingTrialTest {
    private static Map<String, Setting> settings(String... scenario) {
        Map<String, Setting> settings = new TreeMap<>(Map.of("own", new Setting("1", Setting.HARNESS + "why")));
        for (String name : scenario) {
            settings.put(name, Setting.ofScenario(name));
        }
        return settings;
    }

    @Test
    void eachSettingOfTheScenarioIsTriedAlone() {
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
    void allTogetherAreTriedWhereEachIsFine() {
        List<Integer> sizes = new ArrayList<>();
        List<String> problems = new SettingTrial("some")
                .give(SettingGroup.CLIENT, settings("one", "two"), some -> {
                    sizes.add(some.size());
                    if (some.size() > 1) {
                        throw new DriverException("settings.some.client.one contradicts two");
                    }
                })
                .problems();

        assertThat(sizes).containsExactly(1, 1, 3);
        assertThat(problems).containsExactly("settings.some.client.one contradicts two");
    }
}
