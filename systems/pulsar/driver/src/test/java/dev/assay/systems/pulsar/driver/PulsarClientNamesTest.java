package dev.assay.systems.pulsar.driver;

import dev.assay.core.setting.SettingGroup;
import dev.assay.testkit.setting.SettingListFile;
import java.nio.file.Path;
import java.util.Objects;
import org.apache.pulsar.PulsarVersion;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PulsarClientNamesTest {
    private static final Path LISTS = Path.of("..", "src/main/resources/dev/assay/systems/pulsar/settings");

    @ParameterizedTest
    @EnumSource(
            value = SettingGroup.class,
            names = {"CLIENT", "PRODUCER", "CONSUMER"})
    void theListsHaveWhatTheClientKnows(SettingGroup group) {
        SettingListFile.assertIsOf(
                LISTS.resolve(group + ".txt"),
                PulsarVersion.getVersion(),
                Objects.requireNonNull(PulsarClientNames.KNOWN.get(group)).entries());
    }
}
