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

/** Accepts connections on loopback, and answers each as it likes, until it is closed. */
public final class HostilePeer implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(HostilePeer.class.getName());

    private final ServerSocket listening;
    private final Answer answer;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger connections = new AtomicInteger();

    /** What it does on a connection, which it then hangs up. */
    @FunctionalInterface
    public interface Answer {
        /** Reads what is asked, as far as it likes, and tells what it likes. */
        void to(InputStream asked, OutputStream told) throws IOException;
    }

    private HostilePeer(ServerSocket listening, Answer answer) {
        this.listening = listening;
        this.answer = answer;
    }

    /** One on a free port. */
    public static HostilePeer start(Answer answer) throws IOException {
        HostilePeer peer = new HostilePeer(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), answer);
        Thread.ofPlatform().daemon().name("hostile-peer").start(peer::accept);
        return peer;
    }

    /** Reads and says nothing. */
    public static Answer silence() {
        return (asked, told) -> asked.transferTo(OutputStream.nullOutputStream());
    }

    /** Hangs up once it has been asked something. */
    public static Answer hangUp() {
        return (asked, told) -> asked.skipNBytes(1);
    }

    /** Says that, once it has been asked something, and then nothing more. */
    public static Answer saying(byte... text) {
        return (asked, told) -> {
            asked.skipNBytes(1);
            told.write(text);
            told.flush();
            silence().to(asked, told);
        };
    }

    /** Says that again and again. */
    public static Answer endlessly(byte... text) {
        return (asked, told) -> {
            while (true) {
                told.write(text);
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

    /** Where it listens, as host:port. */
    public String address() {
        return "127.0.0.1:" + listening.getLocalPort();
    }

    /** Connections that it has accepted. */
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
