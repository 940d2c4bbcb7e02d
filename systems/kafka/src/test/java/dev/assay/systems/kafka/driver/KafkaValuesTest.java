package dev.assay.systems.kafka.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.systems.kafka.KafkaValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.junit.jupiter.api.Test;

/** Objections made before anything runs are those of the client. */
class KafkaValuesTest {
    private static final Set<ConfigDef.Type> NUMBERS =
            Set.of(ConfigDef.Type.SHORT, ConfigDef.Type.INT, ConfigDef.Type.LONG);

    private static List<ConfigDef.ConfigKey> keys() {
        List<ConfigDef.ConfigKey> keys =
                new ArrayList<>(ProducerConfig.configDef().configKeys().values());
        keys.addAll(ConsumerConfig.configDef().configKeys().values());
        return keys;
    }

    @Test
    void wholeNumbersAreThoseOfTheClient() {
        assertThat(keys())
                .allSatisfy(key -> assertThat(KafkaValues.isNumber(key.name))
                        .as(key.name + " is " + key.type)
                        .isEqualTo(NUMBERS.contains(key.type)));
    }

    @Test
    void truthsAreAmongThoseOfTheClient() {
        assertThat(keys())
                .filteredOn(key -> KafkaValues.isTruth(key.name))
                .hasSizeGreaterThan(6)
                .allSatisfy(key -> assertThat(key.type).isEqualTo(ConfigDef.Type.BOOLEAN));
    }

    @Test
    void wordsAreThoseOfTheClient() {
        assertThat(keys())
                .filteredOn(key -> !KafkaValues.choices(key.name).isEmpty())
                .isNotEmpty()
                .allSatisfy(key -> {
                    Set<String> words = new TreeSet<>(List.of(
                            key.validator.toString().replaceAll(".*\\[|\\]", "").split(", ", -1)));
                    assertThat(words).isEqualTo(new TreeSet<>(KafkaValues.choices(key.name)));
                });
    }
}
