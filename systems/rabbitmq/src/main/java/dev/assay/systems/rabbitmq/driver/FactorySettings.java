package dev.assay.systems.rabbitmq.driver;

import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.ConnectionFactoryConfigurator;
import dev.assay.driver.DriverException;
import dev.assay.driver.Setting;
import dev.assay.model.setting.SettingGroup;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.net.URISyntaxException;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Makes connection factories from the names that the client itself reads from properties files. */
final class FactorySettings {
    private static final Set<String> NO_KEYS = Set.of("DEFAULT_PREFIX", "CLIENT_PROPERTIES_PREFIX", "PEM_TYPE");
    private static final Set<String> KEYS = keys();

    private FactorySettings() {}

    /** Returns the names that this client version knows, such as {@code connection.frame.max}. */
    static Set<String> names() {
        return KEYS;
    }

    private static Set<String> keys() {
        Set<String> keys = new TreeSet<>();
        for (Field field : ConnectionFactoryConfigurator.class.getFields()) {
            boolean isName = Modifier.isStatic(field.getModifiers()) && field.getType() == String.class;
            if (isName && !NO_KEYS.contains(field.getName())) {
                try {
                    keys.add(String.valueOf(field.get(null)));
                } catch (IllegalAccessException e) {
                    throw new IllegalStateException("cannot read " + field, e);
                }
            }
        }
        return Set.copyOf(keys);
    }

    /**
     * Makes a factory for one node's address.
     *
     * @throws DriverException when the address or a setting is not acceptable
     */
    static ConnectionFactory factory(String uri, Map<String, Setting> settings) throws DriverException {
        Map<String, String> values = new HashMap<>();
        settings.forEach((name, setting) -> {
            if (KEYS.contains(name) || name.startsWith("client.properties.")) {
                values.put(name, setting.value());
            }
        });
        if (isTls(uri)) {
            TlsSettings.ON.forEach(name -> values.putIfAbsent(name, "true"));
        }
        refuseHalfTls(uri, values);
        ConnectionFactory factory = new ConnectionFactory();
        try {
            factory.setUri(uri.replaceFirst("^amqps:", "amqp:"));
            if (isTls(uri) && new URI(uri).getPort() < 0) {
                factory.setPort(ConnectionFactory.DEFAULT_AMQP_OVER_SSL_PORT);
            }
            ConnectionFactoryConfigurator.load(factory, values, "");
        } catch (URISyntaxException | GeneralSecurityException | RuntimeException e) {
            // The client's message repeats the address with its password, so it is left out.
            throw new DriverException(
                    "the RabbitMQ client rejects the address or a setting under " + SettingGroup.CLIENT.path("rabbitmq")
                            + " ("
                            + String.join(", ", new TreeSet<>(values.keySet())) + ") for " + withoutUser(uri) + ": "
                            + withoutUser(String.valueOf(e.getMessage())),
                    new DriverException(e.getClass().getName()));
        }
        factory.setAutomaticRecoveryEnabled(false);
        factory.setTopologyRecoveryEnabled(false);
        return factory;
    }

    /**
     * Returns whether the address asks for TLS, whose settings are then given by name, since the client's own for such an address would
     * override them.
     */
    static boolean isTls(String uri) {
        return uri.startsWith("amqps:");
    }

    /**
     * Refuses an address that contradicts the settings: the client would follow it, and trust everybody or speak TLS to a port that does
     * not.
     */
    private static void refuseHalfTls(String uri, Map<String, String> values) throws DriverException {
        boolean enabled = values.getOrDefault(ConnectionFactoryConfigurator.SSL_ENABLED, "false")
                .strip()
                .equals("true");
        if (enabled != isTls(uri)) {
            throw new DriverException(SettingGroup.CLIENT.path("rabbitmq") + "."
                    + ConnectionFactoryConfigurator.SSL_ENABLED + " is " + enabled + ", but the address is "
                    + withoutUser(uri) + ": amqps:// is for TLS, amqp:// is not");
        }
    }

    static String withoutUser(String uri) {
        return uri.replaceFirst("//[^@/]*@", "//");
    }

    static String withoutUsers(Iterable<String> uris) {
        return String.join(
                ",",
                Arrays.stream(String.join(",", uris).split(",", -1))
                        .map(FactorySettings::withoutUser)
                        .toList());
    }
}
