package dev.assay.systems.pulsar.deployment;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Asks processes whether they serve. Each question has its answer within a second or counts as not answered. */
final class PulsarProbes {
    private static final int PATIENCE_MILLIS = 1000;
    private static final int MAX_BYTES = 1 << 20;
    private static final Pattern ADDRESS = Pattern.compile("(\\d+\\.\\d+\\.\\d+\\.\\d+:\\d+)\"");

    private PulsarProbes() {}

    /** ZooKeeper's four-letter word {@code srvr}, which it answers with its mode once it serves. */
    static boolean zooKeeperServes(PulsarNodePlan node) {
        try (Socket socket = connect(node.host(), node.port())) {
            socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readNBytes(MAX_BYTES), StandardCharsets.US_ASCII)
                    .contains("Mode:");
        } catch (IOException notYet) {
            return false;
        }
    }

    static boolean listens(PulsarNodePlan node) {
        return listens(node.host(), node.port());
    }

    static boolean listens(String host, int port) {
        try (Socket socket = connect(host, port)) {
            return socket.isConnected();
        } catch (IOException notYet) {
            return false;
        }
    }

    /** Whether a broker knows of so many brokers and so many bookies that can be written to. */
    static boolean brokerKnows(PulsarNodePlan broker, int brokers, int bookies) {
        return count(broker, "/admin/v2/brokers/" + PulsarClusterPlan.CLUSTER) == brokers
                && count(broker, "/admin/v2/bookies/all") == bookies;
    }

    /** How many addresses the answer names; -1 when there is none. */
    private static long count(PulsarNodePlan broker, String path) {
        try {
            HttpURLConnection request = (HttpURLConnection)
                    URI.create("http://" + broker.webAddress() + path).toURL().openConnection();
            request.setConnectTimeout(PATIENCE_MILLIS);
            request.setReadTimeout(PATIENCE_MILLIS);
            if (request.getResponseCode() != HttpURLConnection.HTTP_OK) {
                return -1;
            }
            String body = new String(request.getInputStream().readNBytes(MAX_BYTES), StandardCharsets.UTF_8);
            return ADDRESS.matcher(body)
                    .results()
                    .map(found -> found.group(1))
                    .distinct()
                    .count();
        } catch (IOException notYet) {
            return -1;
        }
    }

    private static Socket connect(String host, int port) throws IOException {
        Socket socket = new Socket();
        socket.connect(new InetSocketAddress(InetAddress.ofLiteral(host), port), PATIENCE_MILLIS);
        socket.setSoTimeout(PATIENCE_MILLIS);
        return socket;
    }
}
