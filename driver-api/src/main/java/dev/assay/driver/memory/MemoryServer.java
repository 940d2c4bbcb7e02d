package dev.assay.driver.memory;

import dev.assay.driver.DriverException;
import dev.assay.driver.TopicSpec;
import dev.assay.driver.memory.wire.FrameBuffer;
import dev.assay.driver.memory.wire.FrameReader;
import dev.assay.driver.memory.wire.FrameType;
import dev.assay.driver.memory.wire.FrameWriter;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The in-memory system as a process of its own, for as many workers as there are. It listens on 127.0.0.1, acknowledges by
 * its law, and keeps messages until every subscription has taken them.
 */
public final class MemoryServer implements AutoCloseable {
    private static final int CAN_NOT_START = 2;
    private static final int FULL = 3;
    private static final String PORT = "port";

    private final ServerSocket listening;
    private final ServedTopics topics;
    private final Set<Socket> connections = ConcurrentHashMap.newKeySet();

    private MemoryServer(ServerSocket listening, ServedTopics topics) {
        this.listening = listening;
        this.topics = topics;
        Thread.ofPlatform().name("accept").start(this::accept);
    }

    /** Runs a server. Arguments: {@code port=PORT}, and the connection settings that describe the law, likewise. */
    public static void main(String[] arguments) {
        Locale.setDefault(Locale.ROOT); // Figures are written alike wherever they are read.
        Map<String, String> settings = new HashMap<>();
        for (String argument : arguments) {
            String[] parts = argument.split("=", 2);
            settings.put(parts[0], parts.length == 2 ? parts[1] : "");
        }
        try {
            MemoryServer server = start(Integer.parseInt(settings.getOrDefault(PORT, "0")), settings);
            System.out.println(
                    "the in-memory system listens on 127.0.0.1:" + server.port() + ": " + server.topics.latency());
        } catch (IOException | DriverException | NumberFormatException e) {
            System.err.println("the in-memory system can't start: " + e.getMessage());
            System.exit(CAN_NOT_START);
        }
    }

    /** What is not taken can't be kept for ever, and nothing may be dropped or held back in silence. */
    private static void endFull(long most) {
        System.err.println("the in-memory system ends: consumers have not taken " + (most >> 20)
                + " MiB of messages, which is all that it keeps. Lower workload.rate, or use more consumers.");
        Runtime.getRuntime().halt(FULL);
    }

    /**
     * Begins to listen. When half of the heap is full of messages that no consumer has taken, the process ends.
     *
     * @param port 0 for any
     * @param law connection settings of a driver
     * @throws DriverException when they describe no law
     */
    public static MemoryServer start(int port, Map<String, String> law) throws IOException, DriverException {
        long most = Runtime.getRuntime().maxMemory() / 2;
        return start(
                port,
                new ServedTopics(
                        MemoryProvider.latency(law),
                        MemoryProvider.faults(law),
                        new RetainedBytes(most, () -> endFull(most))));
    }

    static MemoryServer start(int port, LatencySource latency, RetainedBytes retained) throws IOException {
        return start(port, new ServedTopics(latency, PlantedFaults.NONE, retained));
    }

    private static MemoryServer start(int port, ServedTopics topics) throws IOException {
        ServerSocket listening = new ServerSocket();
        try {
            listening.bind(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port));
        } catch (BindException e) {
            listening.close();
            throw e;
        }
        return new MemoryServer(listening, topics);
    }

    /** Where it listens on 127.0.0.1. */
    public int port() {
        return listening.getLocalPort();
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket client = listening.accept();
                connections.add(client);
                Thread.ofPlatform().daemon().name("client").start(() -> serve(client));
            } catch (IOException e) {
                if (!listening.isClosed()) {
                    System.err.println("a connection could not be accepted: " + e);
                }
            }
        }
    }

    private void serve(Socket client) {
        try (client) {
            client.setTcpNoDelay(true);
            new Conversation(client).serve();
        } catch (IOException | RuntimeException e) {
            if (!listening.isClosed()) {
                System.err.println("the connection of " + client.getRemoteSocketAddress() + " ended: " + e);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            connections.remove(client);
        }
    }

    /** One connection. */
    private final class Conversation {
        private final FrameReader frames;
        private final OutputStream out;

        Conversation(Socket client) throws IOException {
            frames = new FrameReader(client.getInputStream());
            out = client.getOutputStream();
        }

        void serve() throws IOException, InterruptedException {
            boolean more = true;
            while (more && frames.next()) {
                try {
                    more = answer(frames.type(), frames.data());
                } catch (DriverException e) {
                    reply(FrameType.REFUSED, body -> body.writeUTF(String.valueOf(e.getMessage())));
                }
            }
        }

        /** Does what is asked; false when the connection has served its purpose. */
        private boolean answer(FrameType request, DataInputStream body)
                throws IOException, DriverException, InterruptedException {
            switch (request) {
                case HELLO -> greet(body.readInt());
                case CREATE_TOPICS -> topics.create(topics(body));
                case DELETE_TOPICS -> topics.delete(names(body));
                case PRODUCE -> {
                    produce(topics.named(body.readUTF()));
                    return false;
                }
                case SUBSCRIBE -> {
                    consume(topics.subscription(body.readUTF(), body.readUTF()));
                    return false;
                }
                default -> throw new IOException("a request of type " + request);
            }
            if (request != FrameType.HELLO) {
                reply(FrameType.OK, nothing -> {});
            }
            return true;
        }

        private void greet(int version) throws IOException, DriverException {
            if (version != FrameType.VERSION) {
                throw new DriverException("the worker speaks version " + version
                        + " of the in-memory system's protocol," + " but the server version " + FrameType.VERSION
                        + "; use one version of Assay everywhere");
            }
            String law = topics.latency() + ", " + topics.faults();
            reply(FrameType.HELLO, body -> body.writeUTF(law));
        }

        private void produce(ServedTopics.Topic topic) throws IOException {
            reply(FrameType.OK, nothing -> {});
            try (FrameWriter writer = new FrameWriter(out, "producer-acks");
                    ProducerSession session = new ProducerSession(topic, topics, writer)) {
                session.serve(frames);
            }
        }

        private void consume(ServedSubscription subscription) throws IOException, InterruptedException {
            reply(FrameType.OK, nothing -> {});
            new ConsumerSession(subscription, out).serve(frames);
        }

        private void reply(FrameType type, FrameBuffer.Body body) throws IOException {
            FrameBuffer reply = new FrameBuffer();
            reply.put(type, body);
            reply.writeTo(out);
        }
    }

    private static List<TopicSpec> topics(DataInputStream body) throws IOException {
        List<TopicSpec> topics = new ArrayList<>();
        for (int left = body.readInt(); left > 0; left--) {
            String name = body.readUTF();
            int partitions = body.readInt();
            topics.add(new TopicSpec(name, partitions, names(body)));
        }
        return topics;
    }

    private static List<String> names(DataInputStream body) throws IOException {
        List<String> names = new ArrayList<>();
        for (int left = body.readInt(); left > 0; left--) {
            names.add(body.readUTF());
        }
        return names;
    }

    /** Ends all connections. */
    @Override
    public void close() throws IOException {
        listening.close();
        for (Socket connection : connections) {
            connection.close();
        }
    }
}
