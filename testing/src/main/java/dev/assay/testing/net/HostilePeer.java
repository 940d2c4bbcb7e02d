package dev.assay.testing.net;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Accepts connections on loopback, and answers each as a test wants, until it is closed. */
public final class HostilePeer implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(HostilePeer.class.getName());

    private final ServerSocket listening;
    private final Answer answer;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger connections = new AtomicInteger();

    /** Serves a connection, which is closed afterwards. */
    @FunctionalInterface
    public interface Answer {
        void to(InputStream in, OutputStream out) throws IOException;
    }

    private HostilePeer(ServerSocket listening, Answer answer) {
        this.listening = listening;
        this.answer = answer;
    }

    public static HostilePeer start(Answer answer) throws IOException {
        HostilePeer peer = new HostilePeer(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), answer);
        Thread.ofPlatform().daemon().name("hostile-peer").start(peer::accept);
        return peer;
    }

    /** Reads and answers nothing. */
    public static Answer silence() {
        return (request, response) -> request.transferTo(OutputStream.nullOutputStream());
    }

    /** Closes the connection after the first request. */
    public static Answer hangUp() {
        return (request, response) -> request.skipNBytes(1);
    }

    /** Answers the first request with {@code text}, and then nothing more. */
    public static Answer saying(byte... text) {
        return (request, response) -> {
            request.skipNBytes(1);
            response.write(text);
            response.flush();
            silence().to(request, response);
        };
    }

    /** Repeats {@code text} without end. */
    public static Answer endlessly(byte... text) {
        return (request, response) -> {
            while (true) {
                response.write(text);
            }
        };
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket socket = listening.accept();
                connections.incrementAndGet();
                open.add(socket);
                Thread.ofPlatform().daemon().name("hostile-answer").start(() -> serve(socket));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            answer.to(socket.getInputStream(), socket.getOutputStream());
        } catch (IOException gone) {
            LOG.log(System.Logger.Level.DEBUG, "whoever asked has had enough", gone);
        } finally {
            open.remove(socket);
        }
    }

    public String address() {
        return "127.0.0.1:" + listening.getLocalPort();
    }

    public int connections() {
        return connections.get();
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (Socket socket : open) {
            socket.close();
        }
    }
}
