package dev.assay.run.coordinator;

import dev.assay.worker.wire.HostPort;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What tells a coordinator that it talks to its workers and to nobody in between, before it sends the token and the passwords
 * of a scenario.
 *
 * @param ca certificates in PEM, one of which authenticates each worker; null without encryption
 * @param insecure whether to connect to workers on other machines that are not authenticated
 * @param run certificates of a run, which both sides identify themselves by; null for workers that this run has not started elsewhere
 */
public record PeerTrust(
        @Nullable Path ca, boolean insecure, @Nullable RunTls run) {
    /** For workers of this machine only. */
    public static final PeerTrust LOOPBACK = new PeerTrust(null, false);

    /** For workers that run already. */
    public PeerTrust(@Nullable Path ca, boolean insecure) {
        this(ca, insecure, null);
    }

    /** For workers that were started elsewhere and were given certificates of the run. */
    public static PeerTrust of(RunTls run) {
        return new PeerTrust(null, false, run);
    }

    /** Why a worker is not talked to. */
    static final String REFUSAL =
            "it is not authenticated, so neither the token nor the scenario's passwords are sent there; start it with --tls-cert and --tls-key and give --worker-ca FILE here, or accept with --insecure that anyone on the network can read and change everything";

    /**
     * Whether that address may be talked to. One that is not resolved yet may turn out to be anywhere.
     *
     * @param address as it will be connected to
     */
    boolean permits(InetSocketAddress address) {
        return ca != null
                || run != null
                || insecure
                || (!address.isUnresolved() && address.getAddress().isLoopbackAddress());
    }

    /** Why no worker there is talked to; empty where it is. A name that nobody knows is left to the attempt to connect. */
    public Optional<String> refusal(HostPort address) {
        InetSocketAddress resolved = new InetSocketAddress(address.host(), address.port());
        return resolved.isUnresolved() || permits(resolved) ? Optional.empty() : Optional.of(address + ": " + REFUSAL);
    }
}
