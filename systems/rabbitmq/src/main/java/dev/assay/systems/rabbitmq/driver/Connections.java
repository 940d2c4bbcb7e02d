package dev.assay.systems.rabbitmq.driver;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import dev.assay.driver.DriverException;
import dev.assay.driver.client.ClientIds;
import dev.assay.driver.client.ManyValues;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** Opens connections, each to the next node in turn, and records what was agreed with the server. */
final class Connections {
    private final List<ConnectionFactory> factories = new ArrayList<>();
    private final List<String> uris;
    private final AtomicInteger turn = new AtomicInteger();
    private final ManyValues agreed = new ManyValues();

    /** @throws DriverException when the addresses or settings are not acceptable */
    Connections(RabbitMqSettings settings) throws DriverException {
        this.uris = settings.uris();
        for (String uri : uris) {
            factories.add(FactorySettings.factory(uri, settings.client()));
        }
    }

    int nodes() {
        return factories.size();
    }

    String virtualHost() {
        return factories.getFirst().getVirtualHost();
    }

    String user() {
        return factories.getFirst().getUsername() + ":" + factories.getFirst().getPassword();
    }

    /** Returns the number of the node that the next client is to try first. */
    int nextNode() {
        return turn.getAndIncrement();
    }

    /**
     * Connects to that node, or else to one after it.
     *
     * @param node any number; it is wrapped around the number of nodes
     * @param deliveries runs deliveries, one after another when it has one thread
     * @throws DriverException when no node answers
     */
    Connection open(String role, int node, ExecutorService deliveries) throws DriverException {
        DriverException failure = null;
        for (int attempt = 0; attempt < factories.size(); attempt++) {
            int index = Math.floorMod(node + attempt, factories.size());
            try {
                return to(index, role, deliveries);
            } catch (IOException | TimeoutException e) {
                String doing = "connecting to RabbitMQ at " + FactorySettings.withoutUser(uris.get(index));
                DriverException one = RabbitMqFailures.failed(doing, e);
                if (failure == null) {
                    failure = one;
                } else {
                    failure.addSuppressed(one);
                }
            }
        }
        throw failure == null ? new DriverException("there is no node to connect to") : failure;
    }

    private Connection to(int index, String role, ExecutorService deliveries) throws IOException, TimeoutException {
        Connection connection = factories.get(index).newConnection(deliveries, ClientIds.next(role));
        TreeMap<String, String> values = new TreeMap<>();
        values.put("node", FactorySettings.withoutUser(uris.get(index)));
        values.put("frame-max", Integer.toString(connection.getFrameMax()));
        values.put("channel-max", Integer.toString(connection.getChannelMax()));
        values.put("heartbeat", Integer.toString(connection.getHeartbeat()));
        values.put("connection.timeout", Integer.toString(factories.get(index).getConnectionTimeout()));
        values.put("handshake.timeout", Integer.toString(factories.get(index).getHandshakeTimeout()));
        values.put("channel.rpc.timeout", Integer.toString(factories.get(index).getChannelRpcTimeout()));
        synchronized (agreed) {
            agreed.add(values);
        }
        return connection;
    }

    /** Returns what was agreed with the server on all connections so far. */
    Map<String, String> agreed() {
        synchronized (agreed) {
            return agreed.text();
        }
    }
}
