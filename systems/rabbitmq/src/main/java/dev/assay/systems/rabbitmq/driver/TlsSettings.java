package dev.assay.systems.rabbitmq.driver;

import static com.rabbitmq.client.ConnectionFactoryConfigurator.SSL_ENABLED;
import static com.rabbitmq.client.ConnectionFactoryConfigurator.SSL_KEY_PASSWORD;
import static com.rabbitmq.client.ConnectionFactoryConfigurator.SSL_KEY_STORE;
import static com.rabbitmq.client.ConnectionFactoryConfigurator.SSL_KEY_STORE_PASSWORD;
import static com.rabbitmq.client.ConnectionFactoryConfigurator.SSL_KEY_STORE_TYPE;
import static com.rabbitmq.client.ConnectionFactoryConfigurator.SSL_TRUST_STORE;
import static com.rabbitmq.client.ConnectionFactoryConfigurator.SSL_TRUST_STORE_PASSWORD;
import static com.rabbitmq.client.ConnectionFactoryConfigurator.SSL_TRUST_STORE_TYPE;
import static com.rabbitmq.client.ConnectionFactoryConfigurator.SSL_VALIDATE_SERVER_CERTIFICATE;
import static com.rabbitmq.client.ConnectionFactoryConfigurator.SSL_VERIFY_HOSTNAME;

import dev.assay.driver.DriverException;
import dev.assay.driver.Setting;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import java.util.Map;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** Applies {@code amqp-client}'s properties of TLS to streams and the management API as well. */
record TlsSettings(Map<String, String> values) {
    /** Settings added for TLS, without which the client would trust everybody. */
    static final List<String> ON = List.of(SSL_ENABLED, SSL_VALIDATE_SERVER_CERTIFICATE, SSL_VERIFY_HOSTNAME);

    static TlsSettings of(Map<String, Setting> client) {
        return new TlsSettings(Setting.values(client));
    }

    SSLContext context() throws DriverException {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys(), trust(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw unusable(e);
        }
    }

    SslContext streamContext() throws DriverException {
        try {
            SslContextBuilder builder = SslContextBuilder.forClient();
            KeyManager[] keys = keys();
            if (keys != null) {
                builder.keyManager(keys[0]);
            }
            TrustManager[] trust = trust();
            if (trust != null) {
                builder.trustManager(trust[0]);
            }
            return builder.build();
        } catch (IOException | GeneralSecurityException e) {
            throw unusable(e);
        }
    }

    /** Returns whether any certificate is accepted; as with AMQP, a store of its own is always used. */
    boolean trustsEverybody() {
        return !values.containsKey(SSL_TRUST_STORE)
                && !values.containsKey(SSL_KEY_STORE)
                && values.getOrDefault(SSL_VALIDATE_SERVER_CERTIFICATE, "true").equals("false");
    }

    private static DriverException unusable(Exception cause) {
        return new DriverException("the ssl. settings under settings.rabbitmq.client can't be used: " + cause, cause);
    }

    /** Returns the trust managers; null stands for Java's own. */
    private TrustManager @Nullable [] trust() throws DriverException, GeneralSecurityException {
        if (trustsEverybody()) {
            return InsecureTrustManagerFactory.INSTANCE.getTrustManagers();
        }
        if (!values.containsKey(SSL_TRUST_STORE)) {
            return null;
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store(SSL_TRUST_STORE, SSL_TRUST_STORE_PASSWORD, SSL_TRUST_STORE_TYPE));
        return factory.getTrustManagers();
    }

    /** Returns the key managers; null stands for none. */
    private KeyManager @Nullable [] keys() throws DriverException, GeneralSecurityException {
        if (!values.containsKey(SSL_KEY_STORE)) {
            return null;
        }
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        String password = values.getOrDefault(SSL_KEY_PASSWORD, values.getOrDefault(SSL_KEY_STORE_PASSWORD, ""));
        factory.init(store(SSL_KEY_STORE, SSL_KEY_STORE_PASSWORD, SSL_KEY_STORE_TYPE), password.toCharArray());
        return factory.getKeyManagers();
    }

    private KeyStore store(String name, String password, String type) throws DriverException, GeneralSecurityException {
        String file = values.getOrDefault(name, "");
        KeyStore store = KeyStore.getInstance(values.getOrDefault(type, KeyStore.getDefaultType()));
        try (InputStream in = Files.newInputStream(Path.of(file))) {
            store.load(in, values.getOrDefault(password, "").toCharArray());
            return store;
        } catch (IOException e) {
            throw new DriverException("settings.rabbitmq.client." + name + ": can't read " + file + ": " + e, e);
        }
    }
}
