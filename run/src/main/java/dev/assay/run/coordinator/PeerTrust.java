package dev.assay.run.coordinator;

import dev.assay.worker.wire.HostPort;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Authenticates workers to a coordinator, before it sends them the token and the passwords of a scenario.
 *
 * @param ca certificates in PEM, one of which authenticates each worker; null without encryption
 * @param insecure whether to connect to workers on other machines that are not authenticated
 * @param run certificates of a run, by which both sides identify themselves; null for workers that this run has not started elsewhere
 */
public record PeerTrust(
        @Nullable Path ca, boolean insecure, @Nullable RunTls run) {
    public static final PeerTrust LOOPBACK = new PeerTrust(null, false);

    public PeerTrust(@Nullable Path ca, boolean insecure) {
        this(ca, insecure, null);
    }

    public static PeerTrust of(RunTls run) {
        return new PeerTrust(null, false, run);
    }

    static final String REFUSAL =
            "it is not authenticated, so neither the token nor the scenario's passwords are sent there; start it with --tls-cert and --tls-key and give --worker-ca FILE here, or accept with --insecure that anyone on the network can read and change everything";

    /**
     * Returns whether a connection to a worker at that address is allowed. A name that is not resolved yet may turn out to be anywhere.
     *
     * @param address as it will be connected to
     */
    boolean permits(InetSocketAddress address) {
        return ca != null
                || run != null
                || insecure
                || (!address.isUnresolved() && address.getAddress().isLoopbackAddress());
    }

    /**
     * Returns why a connection to a worker there is refused; empty where it is allowed. An unknown name is left to the attempt to
     * connect.
     */
    public Optional<String> refusal(HostPort address) {
        InetSocketAddress resolved = new InetSocketAddress(address.host(), address.port());
        return resolved.isUnresolved() || permits(resolved) ? Optional.empty() : Optional.of(address + ": " + REFUSAL);
    }
}
