package dev.assay.model.spec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "ssl.key.password,                  hunter2,                              true",
                "ssl.key.password,                  1,                                    true",
                "ssl.key.password,                  ``,                                   false",
                "ssl.key.password,                  ${file:/a:b},                         false",
                "ssl.key.password,                  x${file:/a:b},                        true",
                "sasl.jaas.config,                  x.Login required;,                    true",
                "sasl.jaas.config,                  `x.L user=u password=\"${file:/a:b}\";`, false",
                "sasl.jaas.config,                  `x.L user=${x} password=\"1\";`,      true",
                "sasl.jaas.config,                  x.L user=u password=${file:/a:b};,    false",
                "authParams,                        token:x,                              true",
                "authParams,                        file:///etc/token,                    false",
                "io.nats.client.credential.path,    /etc/x.creds,                         false",
                "sasl.oauthbearer.token.endpoint.url, https://idp/token,                  false",
                "sasl.oauthbearer.token.endpoint.url, https://u:p@idp/token,              true",
                "uri,                               `amqp://u:p@a,amqp://u:p@b`,          true",
                "uri,                               amqp://u:${x}@a,                      false",
                "cluster_formation.aws.access_key_id, AKIA,                               true",
                "tokenSecretKey,                    data:;base64,                         true",
                "acks,                              all,                                  false"
            })
    void aValueIsASecretUnlessItNamesOne(String name, String value, boolean literal) {
        assertThat(SecretNames.isLiteral(name, value)).isEqualTo(literal);
    }
}
