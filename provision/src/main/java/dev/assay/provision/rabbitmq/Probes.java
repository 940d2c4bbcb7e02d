package dev.assay.provision.rabbitmq;

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
final class Probes {
    private static final int PATIENCE_MILLIS = 1000;
    private static final Pattern RUNNING = Pattern.compile("\"running\"\\s*:\\s*true");

    private Probes() {}

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

    /** Whether a node takes AMQP connections. */
    static boolean serves(NodePlan node) {
        return listens(node.host(), node.ports().client());
    }

    /** Whether a node serves on all of its ports and knows of so many nodes that run. */
    static boolean knowsAll(NodePlan node, int nodes) {
        return serves(node) && listens(node.host(), node.ports().stream()) && running(node) == nodes;
    }

    /** How many nodes of the cluster run as this one sees it; -1 when it does not answer. */
    private static long running(NodePlan node) {
        try {
            HttpURLConnection request = (HttpURLConnection)
                    URI.create("http://" + node.host() + ":" + node.ports().admin() + "/api/nodes")
                            .toURL()
                            .openConnection();
            request.setConnectTimeout(PATIENCE_MILLIS);
            request.setReadTimeout(PATIENCE_MILLIS);
            String user = Base64.getEncoder().encodeToString("guest:guest".getBytes(StandardCharsets.US_ASCII));
            request.setRequestProperty("Authorization", "Basic " + user);
            if (request.getResponseCode() != HttpURLConnection.HTTP_OK) {
                return -1;
            }
            String body = new String(request.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return RUNNING.matcher(body).results().count();
        } catch (IOException notYet) {
            return -1;
        }
    }
}
