package dev.assay.systems.nats.driver;

import dev.assay.testing.net.HostilePeer;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Answers a producer like a NATS server; the test decides the outcome of each message. */
final class FakeNats implements AutoCloseable {
    private final HostilePeer peer;
    private final Published published;

    /** Takes each message published, on the thread of its connection. */
    @FunctionalInterface
    interface Published {
        void to(String subject, Answering answering) throws IOException;
    }

    @FunctionalInterface
    interface Answering {
        void say(String payload) throws IOException;
    }

    private FakeNats(Published published) throws IOException {
        this.published = published;
        this.peer = HostilePeer.start(this::serve);
    }

    static FakeNats start(Published published) throws IOException {
        return new FakeNats(published);
    }

    String url() {
        return "nats://" + peer.address();
    }

    /** Returns a stream's answer to a message that it has stored. */
    static String acknowledgement(long sequence) {
        return "{\"stream\":\"any\",\"seq\":" + sequence + "}";
    }

    private void serve(InputStream in, OutputStream out) throws IOException {
        Map<String, String> subscriptions = new ConcurrentHashMap<>();
        write(
                out,
                "INFO {\"server_id\":\"F\",\"server_name\":\"fake\",\"version\":\"2.15.1\",\"proto\":1,\"headers\":true,"
                        + "\"max_payload\":1048576,\"jetstream\":true}\r\n");
        while (true) {
            String[] words = line(in).split(" ", -1);
            switch (words[0]) {
                case "PING" -> write(out, "PONG\r\n");
                case "SUB" -> subscriptions.put(words[1], words[words.length - 1]);
                case "PUB" -> {
                    in.skipNBytes(Long.parseLong(words[words.length - 1]) + 2);
                    if (words.length == 4) {
                        String inbox = words[2];
                        published.to(words[1], payload -> answer(out, subscriptions, inbox, payload));
                    }
                }
                default -> {
                    // CONNECT, PONG, UNSUB: nothing comes of them here.
                }
            }
        }
    }

    private static void answer(OutputStream out, Map<String, String> subscriptions, String inbox, String payload)
            throws IOException {
        String sid = subscriptions.entrySet().stream()
                .filter(each -> inbox.matches(each.getKey().replace(".", "\\.").replace("*", "[^.]+")))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("0");
        write(out, "MSG " + inbox + " " + sid + " " + payload.length() + "\r\n" + payload + "\r\n");
    }

    private static void write(OutputStream out, String text) throws IOException {
        synchronized (out) {
            out.write(text.getBytes(StandardCharsets.US_ASCII));
            out.flush();
        }
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException();
            }
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        peer.close();
    }
}
