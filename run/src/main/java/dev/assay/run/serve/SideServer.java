package dev.assay.run.serve;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.worker.wire.HostPort;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Serves HTTP beside a run, for people and programs that watch it. Answers are computed on request; its threads take no part in the run and
 * keep no process alive.
 */
public final class SideServer implements AutoCloseable {
    static {
        // Whoever has no token must not take this process's threads and file descriptors either.
        System.setProperty("sun.net.httpserver.maxReqTime", "10");
        System.setProperty("sun.net.httpserver.maxRspTime", "30");
        System.setProperty("jdk.httpserver.maxConnections", "32");
    }

    private final HttpServer server;
    private final ExecutorService threads;

    private SideServer(HttpServer server, ExecutorService threads) {
        this.server = server;
        this.threads = threads;
    }

    /**
     * Takes the port, and answers nothing yet.
     *
     * @param option the option that asked for it, which names its threads as well
     * @param threads number of requests answered at a time
     * @throws CommandFailure when the port can't be had
     */
    public static SideServer bind(String option, HostPort listen, int threads) {
        try {
            return new SideServer(
                    HttpServer.create(new InetSocketAddress(listen.host(), listen.port()), 0),
                    Executors.newFixedThreadPool(
                            threads,
                            Thread.ofPlatform()
                                    .daemon()
                                    .name(option.substring(2) + "-", 1)
                                    .factory()));
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.ENVIRONMENT,
                    "%s: can't listen on %s: %s; choose another port, or 0 for any free one"
                            .formatted(option, listen, e.getMessage()),
                    e);
        }
    }

    /** Begins to answer, on any path. */
    public void start(HttpHandler handler) {
        server.createContext("/", handler);
        server.setExecutor(threads);
        server.start();
    }

    public HostPort address() {
        return new HostPort(
                server.getAddress().getHostString(), server.getAddress().getPort());
    }

    public boolean isLocal() {
        return server.getAddress().getAddress().isLoopbackAddress();
    }

    /** Answers with the reason, and closes the connection: one that is not let in takes no place of others. */
    public static void refuse(HttpExchange exchange, int status, String why) throws IOException {
        exchange.getResponseHeaders().set("Connection", "close");
        send(exchange, status, "text/plain; charset=utf-8", (why + "\n").getBytes(StandardCharsets.UTF_8));
    }

    public static void send(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
