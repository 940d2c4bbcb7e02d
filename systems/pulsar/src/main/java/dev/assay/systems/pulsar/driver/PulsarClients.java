package dev.assay.systems.pulsar.driver;

import dev.assay.driver.DriverException;
import java.util.concurrent.TimeUnit;
import org.apache.pulsar.client.admin.PulsarAdmin;
import org.apache.pulsar.client.admin.PulsarAdminException.NotAuthorizedException;
import org.apache.pulsar.client.admin.PulsarAdminException.NotFoundException;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException.AuthenticationException;
import org.apache.pulsar.client.api.PulsarClientException.AuthorizationException;
import org.apache.pulsar.client.impl.PulsarClientImpl;

final class PulsarClients {
    /** The limit of a first answer. A port without a listener is reported at once; a listener may be a broker on a busy machine. */
    private static final int LIMIT_SECONDS = 30;

    /** The limit of a request, as long as 10 000 partitions may take. */
    private static final int REQUEST_SECONDS = 1_200;

    /** The client's default limit of an operation. */
    private static final int OPERATION_MILLIS = 30_000;

    /** The additional time for each partition, which is looked up, loaded and given a ledger when it is first used. */
    private static final int OPERATION_MILLIS_EACH = 50;

    private static final String LOGIN =
            "; check settings.pulsar.client: authPluginClassName and authParams, or the certificate that it logs in with";

    private PulsarClients() {}

    /**
     * Opens an administration client that has had an answer.
     *
     * @throws DriverException when there is none within 30 s; it names the address
     */
    static PulsarAdmin admin(PulsarSettings settings) throws DriverException {
        String doing = "reaching Pulsar's administration at " + settings.adminUrl();
        PulsarAdmin admin = newAdmin(settings, doing);
        try {
            PulsarFailures.await(admin.namespaces().getNamespacesAsync(settings.tenant()), doing, LIMIT_SECONDS);
            return admin;
        } catch (DriverException e) {
            admin.close();
            throw switch (e.getCause()) {
                case NotAuthorizedException _ ->
                    new DriverException(
                            "Pulsar's administration at " + settings.adminUrl()
                                    + " rejects requests with these credentials (" + PulsarFailures.innermost(e) + ")"
                                    + LOGIN + "; their role must be an admin of the tenant " + settings.tenant(),
                            e);
                case NotFoundException _ ->
                    new DriverException(
                            "Pulsar's administration at " + settings.adminUrl() + " has no tenant '"
                                    + settings.tenant() + "' (" + PulsarFailures.innermost(e)
                                    + "); create it, or name another one with systems.pulsar.tenant",
                            e);
                case null, default -> noAnswer("administration", settings.adminUrl(), "admin.url", e);
            };
        }
    }

    /** Opens a client. Its builders throw more than they declare, as for a missing file. */
    private static PulsarAdmin newAdmin(PulsarSettings settings, String doing) throws DriverException {
        try {
            return PulsarAdmin.builder()
                    // One request creates or deletes all partitions of a topic; the driver waits as long as these
                    // warrant.
                    .readTimeout(REQUEST_SECONDS, TimeUnit.SECONDS)
                    .requestTimeout(REQUEST_SECONDS, TimeUnit.SECONDS)
                    .loadConf(PulsarSettings.values(settings.client()))
                    .serviceHttpUrl(settings.adminUrl())
                    .connectionTimeout(LIMIT_SECONDS, TimeUnit.SECONDS)
                    .build();
        } catch (Exception e) {
            throw PulsarFailures.failed(doing, e);
        }
    }

    /**
     * Opens a client, and with it connections and threads, for one producer or consumer.
     *
     * @param partitions of its topic: opening many of them may take longer than the client's default allows
     */
    static PulsarClient client(PulsarSettings settings, int partitions) throws DriverException {
        try {
            return PulsarClient.builder()
                    .operationTimeout(
                            Math.max(OPERATION_MILLIS, OPERATION_MILLIS_EACH * partitions), TimeUnit.MILLISECONDS)
                    .loadConf(PulsarSettings.values(settings.client()))
                    .serviceUrl(settings.serviceUrl())
                    .build();
        } catch (Exception e) {
            throw PulsarFailures.failed("opening a client of Pulsar at " + settings.serviceUrl(), e);
        }
    }

    /**
     * Connects to the service once; producers and consumers would try for half a minute where nobody answers.
     *
     * @return the client that connected; it is being closed
     * @throws DriverException when none of the service's addresses answers within 30 s
     */
    static DedicatedClient reach(PulsarSettings settings) throws DriverException {
        DedicatedClient dedicated = new DedicatedClient(client(settings, 1), "the first connection");
        try {
            connect((PulsarClientImpl) dedicated.client(), settings);
            return dedicated;
        } finally {
            dedicated.beginClosing();
        }
    }

    /** Tries the addresses in turn. */
    private static void connect(PulsarClientImpl client, PulsarSettings settings) throws DriverException {
        String doing = "reaching Pulsar at " + settings.serviceUrl();
        for (int left = settings.serviceUrl().split(",").length; left > 0; left--) {
            try {
                PulsarFailures.await(client.getConnectionToServiceUrl(), doing, LIMIT_SECONDS);
                return;
            } catch (DriverException e) {
                if (e.getCause() instanceof AuthenticationException || e.getCause() instanceof AuthorizationException) {
                    throw new DriverException(
                            "Pulsar at " + settings.serviceUrl() + " rejects these credentials ("
                                    + PulsarFailures.innermost(e) + ")" + LOGIN,
                            e);
                }
                if (left == 1) {
                    throw noAnswer("service", settings.serviceUrl(), "service.url", e);
                }
            }
        }
    }

    private static DriverException noAnswer(String service, String url, String key, DriverException cause) {
        boolean tls = PulsarFailures.isOfTls(cause);
        return new DriverException(
                (tls ? "the TLS handshake with Pulsar's " : "no answer from Pulsar's ") + service + " at " + url
                        + (tls ? " failed" : "") + " (" + PulsarFailures.innermost(cause)
                        + "); check "
                        + (tls
                                ? "settings.pulsar.client: tlsTrustCertsFilePath or tlsTrustStorePath"
                                : "that it runs, that host and port of systems.pulsar." + key
                                        + " are right, and that TLS is used where it is required"),
                cause);
    }
}
