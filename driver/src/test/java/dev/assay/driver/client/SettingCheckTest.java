package dev.assay.driver.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.driver.DriverException;
import dev.assay.driver.Setting;
import dev.assay.model.setting.SettingGroup;
import dev.assay.model.setting.SettingNames;
import dev.assay.model.setting.SettingObjection;
import dev.assay.model.setting.SettingRules;
import dev.assay.model.spec.VendorSettings;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SettingCheckTest {
    private static final Map<SettingGroup, SettingNames> KNOWN =
            Map.of(SettingGroup.PRODUCER, SettingNames.of("this client", Set.of("linger.ms")));

    /** Objects to no known name. */
    private static final class Rules implements SettingRules {
        @Override
        public String system() {
            return "made-up";
        }

        @Override
        public @Nullable SettingObjection againstName(SettingGroup group, String name) {
            return null;
        }

        @Override
        public @Nullable SettingObjection againstValue(SettingGroup group, String name, Map<String, String> settings) {
            return null;
        }
    }

    private static void check(Map<String, String> producer) throws DriverException {
        SettingCheck.run(
                new Rules(), KNOWN, new VendorSettings(Map.of(), producer, Map.of(), Map.of(), Map.of("any", "x")));
    }

    @Test
    void whatTheClientKnowsIsTaken() throws DriverException {
        check(Map.of("linger.ms", "5"));
    }

    @Test
    void allProblemsAreNamedAtOnceEachOnALineOfItsOwn() {
        assertThatThrownBy(() -> check(Map.of("lingr.ms", "5", "wholly", "5")))
                .isInstanceOf(DriverException.class)
                .hasMessage(String.join(
                        System.lineSeparator(),
                        "settings.made-up.producer.lingr.ms is not a producer setting known to this client; did you mean"
                                + " linger.ms?",
                        "settings.made-up.producer.wholly is not a producer setting known to this client; see the"
                                + " vendor's documentation for the names"));
    }

    @Test
    void aScenariosSettingsWinOverTheDriversAndSaySo() {
        Map<String, Setting> settings = Setting.overlaid(
                Map.of("a", new Setting("1", Setting.VENDORS), "b", new Setting("2", Setting.VENDORS)),
                Map.of("b", "3", "c", "4"));

        assertThat(Setting.values(settings)).containsExactlyInAnyOrderEntriesOf(Map.of("a", "1", "b", "3", "c", "4"));
        assertThat(settings)
                .containsEntry("a", new Setting("1", "the vendor's default"))
                .containsEntry("b", new Setting("3", "scenario setting"));
    }
}
