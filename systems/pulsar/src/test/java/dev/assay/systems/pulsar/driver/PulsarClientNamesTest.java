package dev.assay.systems.pulsar.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.setting.SettingGroup;
import dev.assay.model.setting.SettingList;
import dev.assay.systems.pulsar.PulsarSpec;
import java.util.Objects;
import org.apache.pulsar.PulsarVersion;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PulsarClientNamesTest {
    @ParameterizedTest
    @EnumSource(
            value = SettingGroup.class,
            names = {"CLIENT", "PRODUCER", "CONSUMER"})
    void theListsHaveWhatTheClientKnows(SettingGroup group) {
        SettingList list = SettingList.beside(PulsarSpec.class, group.toString());
        assertThat(list.releases()).last().isEqualTo(PulsarVersion.getVersion());
        assertThat(list.newest())
                .isEqualTo(Objects.requireNonNull(PulsarClientNames.KNOWN.get(group))
                        .entries());
    }
}
