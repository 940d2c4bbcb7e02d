package dev.assay.run.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WatchedServerTest {
    @Test
    void isANameAndAPort() {
        assertThat(WatchedServer.parse("broker-1=9092")).isEqualTo(new WatchedServer("broker-1", 9092));
    }

    @Test
    void aNodeOfKubernetesIsAName() {
        String node = "ip-10-0-123-234.ap-southeast-1.compute.internal";

        assertThat(WatchedServer.parse(node + "=9092")).isEqualTo(new WatchedServer(node, 9092));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "9092", "broker-1", "=9092", "broker-1=0", "broker-1=65536", "a,b=1", "a=b=1"})
    void anythingElseIsRefused(String text) {
        assertThatThrownBy(() -> WatchedServer.parse(text)).hasMessageContaining("such as broker-1=9092");
    }
}
