package dev.assay.model.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KeyNamesTest {
    @Test
    void a_setting_keeps_the_vendors_name_with_its_dots() {
        assertThat(KeyNames.alone("settings.kafka.producer.linger.ms")).isEqualTo("linger.ms");
        assertThat(KeyNames.alone("workload.message.size")).isEqualTo("size");
        assertThat(KeyNames.alone("durability")).isEqualTo("durability");
    }

    @Test
    void a_level_has_its_words() {
        assertThat(KeyNames.value("durability", "level-3")).isEqualTo("level-3 (synced)");
        assertThat(KeyNames.value("variant", "level-3")).isEqualTo("level-3");
    }

    @Test
    void names_are_as_short_as_tells_keys_from_each_other() {
        List<String> keys = List.of(
                "settings.kafka.producer.socket.buffer",
                "settings.kafka.consumer.socket.buffer",
                "settings.kafka.producer.linger.ms",
                "settings.redpanda.producer.linger.ms",
                "settings.kafka.broker.buffer",
                "workload.message.size");

        assertThat(KeyNames.of(keys).names())
                .isEqualTo(Map.of(
                        keys.get(0), "producer.socket.buffer",
                        keys.get(1), "consumer.socket.buffer",
                        keys.get(2), "kafka.producer.linger.ms",
                        keys.get(3), "redpanda.producer.linger.ms",
                        keys.get(4), "buffer",
                        keys.get(5), "size"));
        assertThat(KeyNames.of(keys).name("workload.partitions")).isEqualTo("partitions");
    }
}
