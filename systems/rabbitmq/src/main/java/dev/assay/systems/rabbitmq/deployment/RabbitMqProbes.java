package dev.assay.systems.rabbitmq.deployment;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Pattern;

/** Asks processes whether they serve. Each question has its answer within a second or counts as not answered. */
final class RabbitMqProbes {
    private static final int PATIENCE_MILLIS = 1000;
    private static final int MAX_BYTES = 1 << 20;
    private static final Pattern RUNNING = Pattern.compile("\"running\"\\s*:\\s*true");

    private RabbitMqProbes() {}

    static boolean listens(String host, int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.ofLiteral(host), port), PATIENCE_MILLIS);
            return true;
        } catch (IOException notYet) {
            return false;
        }
    }

    /**
     * Whether Erlang's port mapper says its own port when it is asked for all names
     * (https://www.erlang.org/doc/apps/erts/erl_dist_protocol.html).
     */
    static boolean mapperAnswers(String host, int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.ofLiteral(host), port), PATIENCE_MILLIS);
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.getOutputStream().write(new byte[] {0, 1, 'n'});
            return new DataInputStream(socket.getInputStream()).readInt() == port;
        } catch (IOException notYet) {
            return false;
        }
    }

    /**
     * Whether a node takes AMQP connections and streams. That somebody listens on its ports verifies nothing: another
     * program may have taken one, and the node ends itself seconds after it has seen that. So it is asked.
     */
    static boolean serves(RabbitMqNodePlan node) {
        return listensItself(node, node.ports().client()) && listensItself(node, node.ports().stream());
    }

    private static boolean listensItself(RabbitMqNodePlan node, int port) {
        return !answer(node, "health/checks/port-listener/" + port).isEmpty();
    }

    /** Whether a node serves and knows of so many nodes that run. */
    static boolean knowsAll(RabbitMqNodePlan node, int nodes) {
        return serves(node) && RUNNING.matcher(answer(node, "nodes")).results().count() == nodes;
    }

    /** What the node's management answers; empty when it does not, or says no. */
    private static String answer(RabbitMqNodePlan node, String question) {
        try {
            HttpURLConnection request = (HttpURLConnection)
                    URI.create("http://" + node.host() + ":" + node.ports().admin() + "/api/" + question)
                            .toURL()
                            .openConnection();
            request.setConnectTimeout(PATIENCE_MILLIS);
            request.setReadTimeout(PATIENCE_MILLIS);
            String user = Base64.getEncoder().encodeToString("guest:guest".getBytes(StandardCharsets.US_ASCII));
            request.setRequestProperty("Authorization", "Basic " + user);
            if (request.getResponseCode() != HttpURLConnection.HTTP_OK) {
                return "";
            }
            return new String(request.getInputStream().readNBytes(MAX_BYTES), StandardCharsets.UTF_8);
        } catch (IOException notYet) {
            return "";
        }
    }
}
