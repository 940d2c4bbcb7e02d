package dev.assay.driver.memory;

import dev.assay.driver.DriverException;
import dev.assay.driver.memory.wire.FrameBuffer;
import dev.assay.driver.memory.wire.FrameReader;
import dev.assay.driver.memory.wire.FrameType;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;

/** One connection to a {@link MemoryServer}, as its client sees it. */
final class ServerLink implements AutoCloseable {
    private static final int CONNECT_MILLIS = 10_000;

    /** The server answers at once, unless the machine is so busy that nothing can be measured on it. */
    private static final int ANSWER_MILLIS = 60_000;

    private final String server;
    private final Socket socket;
    private final OutputStream out;
    private final FrameReader reader;
    private final String law;

    private ServerLink(String server, Socket socket) throws IOException, DriverException {
        this.server = server;
        this.socket = socket;
        socket.setTcpNoDelay(true);
        this.out = socket.getOutputStream();
        this.reader = new FrameReader(socket.getInputStream());
        socket.setSoTimeout(ANSWER_MILLIS);
        request(FrameType.HELLO, body -> body.writeInt(FrameType.VERSION));
        this.law = reader.data().readUTF();
    }

    /**
     * Connects.
     *
     * @param server {@code HOST:PORT}
     * @throws DriverException when nothing answers there, or something else than a server of this version
     */
    static ServerLink open(String server) throws DriverException {
        int colon = server.lastIndexOf(':');
        if (colon < 1 || !server.substring(colon + 1).matches("[0-9]{1,5}")) {
            throw new DriverException("the connection setting 'server' must be HOST:PORT, but is '" + server + "'");
        }
        Socket socket = new Socket();
        try {
            socket.connect(
                    new InetSocketAddress(server.substring(0, colon), Integer.parseInt(server.substring(colon + 1))),
                    CONNECT_MILLIS);
            return new ServerLink(server, socket);
        } catch (IOException | DriverException | RuntimeException e) {
            closeQuietly(socket, e);
            throw new DriverException(
                    "the in-memory system's server at " + server + " can't be used: " + e.getMessage(), e);
        }
    }

    private static void closeQuietly(Socket socket, Exception because) {
        try {
            socket.close();
        } catch (IOException e) {
            because.addSuppressed(e);
        }
    }

    /** What the server says about how it acknowledges. */
    String law() {
        return law;
    }

    /**
     * Sends a request and waits for its answer. Only before {@link #stream()}.
     *
     * @throws DriverException when it is refused, or the connection is lost
     */
    void request(FrameType type, FrameBuffer.Body body) throws DriverException {
        FrameBuffer request = new FrameBuffer();
        request.put(type, body);
        try {
            request.writeTo(out);
            if (!reader.next()) {
                throw new DriverException("the in-memory system's server at " + server + " has ended the connection");
            }
            if (reader.type() == FrameType.REFUSED) {
                throw new DriverException(reader.data().readUTF());
            }
        } catch (IOException e) {
            throw lost(e);
        }
    }

    /** From now on frames come whenever the server has some, or not for long. */
    FrameReader stream() throws DriverException {
        try {
            socket.setSoTimeout(0);
            return reader;
        } catch (IOException e) {
            throw lost(e);
        }
    }

    OutputStream out() {
        return out;
    }

    /** What to say when the connection is lost. */
    DriverException lost(IOException cause) {
        return new DriverException(
                "the connection to the in-memory system's server at " + server + " was lost: " + cause.getMessage(),
                cause);
    }

    /** Ends the connection at once, whoever reads or writes. */
    @Override
    public void close() throws DriverException {
        try {
            socket.close();
        } catch (IOException e) {
            throw new DriverException("closing a connection to " + server + " failed: " + e.getMessage(), e);
        }
    }
}
