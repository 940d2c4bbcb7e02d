package dev.assay.bench.workers;

import dev.assay.worker.wire.HostPort;
import dev.assay.worker.wire.WireProtocol;
import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/** Simulated workers of this process, each with a port of its own. */
final class SimulatedWorkers implements AutoCloseable {
    private static final int THREADS = 2;

    private final ScheduledExecutorService beats = Executors.newScheduledThreadPool(
            THREADS, Thread.ofPlatform().daemon().name("beat-", 0).factory());
    private final List<Server> servers = new ArrayList<>();

    /** Starts so many. */
    SimulatedWorkers(int count) throws IOException {
        InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        for (int number = 1; number <= count; number++) {
            servers.add(NettyServerBuilder.forAddress(anyPort, InsecureServerCredentials.create())
                    .maxInboundMessageSize(WireProtocol.LARGEST_COMMAND_BYTES)
                    .addService(new SimulatedWorker("sim-" + number, beats).calls())
                    .build()
                    .start());
        }
    }

    List<HostPort> addresses() {
        return servers.stream()
                .map(server -> new HostPort("127.0.0.1", server.getPort()))
                .toList();
    }

    @Override
    public void close() {
        servers.forEach(Server::shutdownNow);
        beats.shutdownNow();
    }
}
