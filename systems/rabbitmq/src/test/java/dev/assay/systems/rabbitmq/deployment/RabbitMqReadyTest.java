package dev.assay.systems.rabbitmq.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.assay.cluster.local.Place;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Checks when a node counts as serving; its management is a server of the test. */
@Execution(ExecutionMode.SAME_THREAD)
class RabbitMqReadyTest {
    private static final int STREAM = 2;
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    private final Set<String> right = ConcurrentHashMap.newKeySet();
    private HttpServer management;

    /** A listener on the port of clients, whether it is the node or not. */
    private ServerSocket client;

    private Place node;

    @BeforeEach
    void open() throws IOException {
        client = new ServerSocket(0, 1, LOOPBACK);
        management = HttpServer.create(new InetSocketAddress(LOOPBACK, 0), 10);
        management.createContext("/api/", exchange -> {
            boolean yes = right.contains(exchange.getRequestURI().getPath().substring("/api/".length()));
            byte[] body = "[{\"running\":true},{\"running\":true}]".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(yes ? 200 : 503, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        management.start();
        Map<String, Integer> ports = Map.of(
                RabbitMqRecipe.CLIENT,
                client.getLocalPort(),
                RabbitMqRecipe.ADMIN,
                management.getAddress().getPort(),
                RabbitMqRecipe.STREAM,
                STREAM);
        Path folder = Path.of("rabbitmq-1");
        node = new Place("rabbitmq-1", "rabbitmq-1", "127.0.0.1", ports, folder, List.of(folder));
        right.add("nodes");
        right.add("health/checks/port-listener/" + STREAM);
    }

    @AfterEach
    void close() throws IOException {
        management.stop(0);
        client.close();
    }

    @Test
    void aPortThatAnotherProgramListensOnIsNotTakenForTheNodes() {
        assertThat(RabbitMqRecipe.serves(node)).isFalse();
        assertThat(RabbitMqRecipe.knowsAll(node, 2)).isFalse();

        right.add("health/checks/port-listener/" + client.getLocalPort());

        assertThat(RabbitMqRecipe.serves(node)).isTrue();
        assertThat(RabbitMqRecipe.knowsAll(node, 2)).isTrue();
    }

    @Test
    void aNodeThatKnowsOfFewerIsNotReady() {
        right.add("health/checks/port-listener/" + client.getLocalPort());
        assertThat(RabbitMqRecipe.knowsAll(node, 3)).isFalse();
    }
}
