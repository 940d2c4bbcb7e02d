package dev.assay.cluster.node;

import dev.assay.cluster.DeploymentException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds ports of 127.0.0.1 that nobody listens on. They lie below the range from which Linux takes the ports of outgoing connections by
 * default (32768 and up), so that only another server can take one before it is bound.
 */
@FunctionalInterface
public interface FreePorts {
    FreePorts RANDOM = FreePorts::random;

    /**
     * Returns so many distinct free ports.
     *
     * @throws DeploymentException when they cannot be found
     */
    List<Integer> take(int count);

    private static List<Integer> random(int count) {
        List<ServerSocket> bound = new ArrayList<>();
        try {
            for (int tries = 0; bound.size() < count && tries < 100 * count; tries++) {
                bind(ThreadLocalRandom.current().nextInt(15_000, 32_000), bound);
            }
            if (bound.size() < count) {
                throw DeploymentException.environment(
                        "Cannot find " + count + " free ports on 127.0.0.1 between 15000 and 32000.", null);
            }
            return bound.stream().map(ServerSocket::getLocalPort).toList();
        } finally {
            bound.forEach(FreePorts::close);
        }
    }

    private static void bind(int port, List<ServerSocket> bound) {
        try {
            ServerSocket socket = new ServerSocket();
            socket.bind(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port));
            bound.add(socket);
        } catch (IOException taken) {
            // Another port will do.
        }
    }

    private static void close(ServerSocket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw DeploymentException.environment("Cannot release port " + socket.getLocalPort() + ": " + e, e);
        }
    }
}
