package dev.assay.e2e;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Serves the files of a folder as a Maven repository on this machine, each in parts with a pause between them. */
final class SlowRepository implements AutoCloseable {
    private static final int PARTS = 10;
    private static final long PAUSE_NANOS = 10_000_000;

    private final Path folder;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicInteger served = new AtomicInteger();

    private SlowRepository(Path folder) throws IOException {
        this.folder = folder;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::serve);
    }

    static SlowRepository of(Path folder) throws IOException {
        SlowRepository repository = new SlowRepository(folder);
        repository.server.start();
        return repository;
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    }

    /** Returns how many files were sent to their end. */
    int served() {
        return served.get();
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            Path file = folder.resolve(exchange.getRequestURI().getPath().substring(1));
            if (!Files.isRegularFile(file)) {
                exchange.sendResponseHeaders(404, -1);
                return;
            }
            byte[] content = Files.readAllBytes(file);
            exchange.sendResponseHeaders(200, content.length);
            try (OutputStream body = exchange.getResponseBody()) {
                for (int part = 0; part < PARTS; part++) {
                    int from = content.length * part / PARTS;
                    body.write(content, from, content.length * (part + 1) / PARTS - from);
                    body.flush();
                    LockSupport.parkNanos(PAUSE_NANOS);
                }
            }
            served.incrementAndGet();
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
