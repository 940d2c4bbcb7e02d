package dev.assay.model.spec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretNamesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "ssl.key.password",
                "ssl.truststore.password",
                "tlsTrustStorePassword",
                "my.client.secret",
                "some.credentials",
                "my.plugin.token",
                "tokenSecretKey",
                "tlsPrivateKey",
                "sasl.jaas.config",
                "authParams",
                "authParamMap",
                "brokerClientAuthenticationParameters",
                "ssl.keystore.key",
                "default_pass",
                "anonymous_login_pass",
                "keyPass",
                "ssl.passphrase",
                "pass-phrase",
                "api_key",
                "apiKey",
                "cluster_formation.aws.access_key_id",
                "user.pwd"
            })
    void aNameThatSpeaksOfASecretIsOne(String name) {
        assertThat(SecretNames.isSecret(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "acks",
                "security.protocol",
                "authPluginClassName",
                "ssl.keystore.type",
                "ssl.keystore.location",
                "authenticationEnabled",
                "key.serializer",
                "passive",
                "bypass",
                "compass.size",
                "group.id"
            })
    void othersAreShown(String name) {
        assertThat(SecretNames.isSecret(name)).isFalse();
    }
}
