package dev.assay.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SecretsTest {
    @Test
    void aScenarioIsMaskedByThePlacesOfItsValues() {
        assertThat(Secrets.masked("a: { b.password: \"x\n  hunter2\", c: 1 }"))
                .isEqualTo("a: { b.password: ********, c: 1 }");
        assertThat(Secrets.isMasked(Secrets.masked("acks: all"))).isFalse();
    }

    @Test
    void valuesAreMaskedByTheirNames() {
        assertThat(Secrets.masked(Map.of("ssl.key.password", "hunter2", "acks", "all")))
                .containsOnly(entry("ssl.key.password", "********"), entry("acks", "all"));
        assertThat(Secrets.masked(List.of("run", "a.yaml", "--set", "settings.kafka.client.sasl.jaas.config=hunter2")))
                .containsExactly("run", "a.yaml", "--set", "settings.kafka.client.sasl.jaas.config=********");
    }
}
