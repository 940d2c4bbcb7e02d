package dev.assay.systems.pulsar.driver;

import dev.assay.driver.DriverException;
import dev.assay.driver.client.Masking;
import java.util.Map;
import java.util.TreeMap;
import org.apache.pulsar.client.admin.PulsarAdmin;
import org.apache.pulsar.client.admin.PulsarAdminException.NotAuthorizedException;

/**
 * What a broker says of its own settings.
 *
 * @param shown all of them, secrets hidden; where the user may not read them, an entry that says so
 */
record BrokerSettings(Map<String, String> shown) {
    private static final int LIMIT_SECONDS = 30;
    private static final long USUAL_MESSAGE_BYTES = 5L << 20;

    static BrokerSettings read(PulsarAdmin admin) throws DriverException {
        TreeMap<String, String> shown = new TreeMap<>();
        try {
            PulsarFailures.await(
                            admin.brokers().getRuntimeConfigurationsAsync(),
                            "reading the settings of a broker",
                            LIMIT_SECONDS)
                    .forEach((name, value) -> shown.put(name, Masking.shown(name, value)));
        } catch (DriverException e) {
            if (!(e.getCause() instanceof NotAuthorizedException)) {
                throw e;
            }
            shown.put("(not readable)", String.valueOf(e.getMessage()));
        }
        return new BrokerSettings(shown);
    }

    /** The largest message that brokers take, its framing included. */
    long maxMessageBytes() {
        String value = shown.get("maxMessageSize");
        return value == null ? USUAL_MESSAGE_BYTES : Long.parseLong(value);
    }
}
