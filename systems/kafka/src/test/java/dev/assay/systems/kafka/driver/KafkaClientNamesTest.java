package dev.assay.systems.kafka.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.setting.SettingGroup;
import dev.assay.model.setting.SettingList;
import dev.assay.systems.kafka.KafkaSettingRules;
import dev.assay.systems.kafka.KafkaSpec;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class KafkaClientNamesTest {
    @ParameterizedTest
    @EnumSource(
            value = SettingGroup.class,
            names = {"BROKER"},
            mode = EnumSource.Mode.EXCLUDE)
    void theListsHaveWhatTheClientKnows(SettingGroup group) {
        SettingList list = SettingList.beside(KafkaSpec.class, group.toString());
        Set<String> known =
                Objects.requireNonNull(KafkaClientNames.KNOWN.get(group)).entries();
        assertThat(list.releases()).contains(KafkaProvider.clientVersion());
        assertThat(list.names().entries()).containsAll(known);
    }

    /** A plan has no client to ask, so names must suffice. */
    @Test
    void settingsWhoseValuesAreClassesAreToldByTheirNamesToo() {
        KafkaSettingRules rules = new KafkaSettingRules();
        Set<String> classes = new TreeSet<>(ProducerConfig.configNames());
        classes.addAll(ConsumerConfig.configNames());
        classes.removeIf(name -> !KafkaClientNames.namesClass(name));

        assertThat(classes)
                .isNotEmpty()
                .allSatisfy(name -> assertThat(rules.againstName(SettingGroup.CLIENT, name) != null
                                || rules.againstValue(SettingGroup.CLIENT, name, Map.of(name, "com.example.Mine"))
                                        != null)
                        .as(name)
                        .isTrue());
    }
}
