package dev.assay.driver.pulsar;

import dev.assay.driver.DriverException;
import java.util.concurrent.TimeUnit;
import org.apache.pulsar.client.admin.PulsarAdmin;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;

/** Opens the vendor's clients. */
final class PulsarClients {
    private static final int LIMIT_SECONDS = 10;

    private PulsarClients() {}

    /**
     * Opens an administration client that has had an answer.
     *
     * @throws DriverException when there is none within 10 s; it names the address
     */
    static PulsarAdmin admin(PulsarSettings settings) throws DriverException {
        String doing = "reaching Pulsar's administration at " + settings.adminUrl();
        PulsarAdmin admin;
        try {
            admin = PulsarAdmin.builder()
                    .loadConf(PulsarSettings.values(settings.client()))
                    .serviceHttpUrl(settings.adminUrl())
                    .connectionTimeout(LIMIT_SECONDS, TimeUnit.SECONDS)
                    .build();
        } catch (PulsarClientException | RuntimeException e) {
            throw Failures.failed(doing, e);
        }
        try {
            Failures.await(admin.namespaces().getNamespacesAsync(settings.tenant()), doing, LIMIT_SECONDS);
            return admin;
        } catch (DriverException e) {
            admin.close();
            throw e;
        }
    }

    /** A client, and with it connections and threads, for one producer or consumer. */
    static PulsarClient client(PulsarSettings settings) throws DriverException {
        try {
            return PulsarClient.builder()
                    .loadConf(PulsarSettings.values(settings.client()))
                    .serviceUrl(settings.serviceUrl())
                    .build();
        } catch (PulsarClientException | RuntimeException e) {
            throw Failures.failed("opening a client of Pulsar at " + settings.serviceUrl(), e);
        }
    }
}
