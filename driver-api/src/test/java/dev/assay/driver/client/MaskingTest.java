package dev.assay.driver.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MaskingTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "ssl.truststore.password",
                "tlsTrustStorePassword",
                "tokenSecretKey",
                "sasl.jaas.config",
                "authParams",
                "authParamMap",
                "brokerClientAuthenticationParameters",
                "ssl.keystore.key"
            })
    void aNameThatSpeaksOfASecretIsOne(String name) {
        assertThat(Masking.isSecretName(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"acks", "security.protocol", "authPluginClassName", "ssl.keystore.type", "authenticationEnabled"
            })
    void othersAreShown(String name) {
        assertThat(Masking.isSecretName(name)).isFalse();
    }
}
