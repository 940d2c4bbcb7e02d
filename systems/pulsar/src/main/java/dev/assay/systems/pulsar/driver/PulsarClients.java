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

/** Opens the vendor's clients. */
final class PulsarClients {
    /** That nobody listens is reported at once; what listens may be a broker whose machine has much else to do. */
    private static final int LIMIT_SECONDS = 30;

    /** As long as 10 000 partitions may take. */
    private static final int REQUEST_SECONDS = 1_200;

    /** What the client has by default. */
    private static final int OPERATION_MILLIS = 30_000;

    /** A partition is looked up, loaded and given a ledger when it is used for the first time. */
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

    /** The client's builders throw more than they declare, such as what comes of a file that is not there. */
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
     * A client, and with it connections and threads, for one producer or consumer.
     *
     * @param partitions of its topic: where they are many, opening them all may take longer than the client's default allows
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
     * Connects to the service once: producers and consumers would try again and again for half a minute where nobody
     * answers.
     *
     * @return the client that did; it is being closed
     * @throws DriverException when none of the service's addresses answers within 30 s
     */
    static DedicatedClient reach(PulsarSettings settings) throws DriverException {
        DedicatedClient own = new DedicatedClient(client(settings, 1), "the first connection");
        try {
            connect((PulsarClientImpl) own.client(), settings);
            return own;
        } finally {
            own.beginClosing();
        }
    }

    /** Each try takes the next one of the addresses. */
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

    private static DriverException noAnswer(String what, String url, String key, DriverException cause) {
        boolean tls = PulsarFailures.isOfTls(cause);
        return new DriverException(
                (tls ? "the TLS handshake with Pulsar's " : "no answer from Pulsar's ") + what + " at " + url
                        + (tls ? " failed" : "") + " (" + PulsarFailures.innermost(cause)
                        + "); check "
                        + (tls
                                ? "settings.pulsar.client: tlsTrustCertsFilePath or tlsTrustStorePath"
                                : "that it runs, that host and port of systems.pulsar." + key
                                        + " are right, and that TLS is used where it is required"),
                cause);
    }
}
