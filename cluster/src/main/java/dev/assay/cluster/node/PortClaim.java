package dev.assay.cluster.node;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.DatagramChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reserves ports for one cluster on this machine among the clusters of all Assays, also before its servers bind them and while one
 * of them is down. Servers bind TCP ports; the claim is the UDP port of the same number, which the kernel gives to one process only
 * and takes back when that process ends, however it ends.
 */
final class PortClaim implements AutoCloseable {
    private final List<DatagramChannel> held = new ArrayList<>();

    private PortClaim() {}

    /** Reserves the ports; empty when another cluster has one of them. */
    static Optional<PortClaim> of(List<Integer> ports) {
        PortClaim claim = new PortClaim();
        for (int port : ports) {
            if (!claim.add(port)) {
                claim.close();
                return Optional.empty();
            }
        }
        return Optional.of(claim);
    }

    private boolean add(int port) {
        try {
            DatagramChannel channel = DatagramChannel.open();
            held.add(channel);
            channel.bind(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port));
            return true;
        } catch (IOException taken) {
            return false;
        }
    }

    @Override
    public void close() {
        for (DatagramChannel channel : held) {
            try {
                channel.close();
            } catch (IOException e) {
                throw new UncheckedIOException("cannot release a port", e);
            }
        }
    }
}
