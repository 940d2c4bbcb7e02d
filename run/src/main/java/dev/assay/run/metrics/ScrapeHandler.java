package dev.assay.run.metrics;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.assay.run.serve.SideServer;
import dev.assay.worker.wire.WorkerToken;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.expositionformats.PrometheusProtobufWriter;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.function.Supplier;

/**
 * Answers requests with the token: in OpenMetrics's text format, or in Prometheus's own, which alone has native histograms, where the
 * request asks for it.
 */
final class ScrapeHandler implements HttpHandler {
    static final String PATH = "/metrics";

    private static final String SCHEME = "Bearer ";

    private final ExpositionFormatWriter text = OpenMetricsTextFormatWriter.create();
    private final ExpositionFormatWriter protobuf = new PrometheusProtobufWriter();
    private final byte[] token;
    private final Supplier<MetricSnapshots> metrics;
    private final Runnable scraped;

    /** @param scraped runs after each scrape that was answered */
    ScrapeHandler(WorkerToken token, Supplier<MetricSnapshots> metrics, Runnable scraped) {
        this.token = token.text().getBytes(StandardCharsets.UTF_8);
        this.metrics = metrics;
        this.scraped = scraped;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Headers headers = exchange.getResponseHeaders();
            if (!showsToken(exchange)) {
                headers.set("WWW-Authenticate", SCHEME.strip());
                SideServer.refuse(
                        exchange,
                        HttpURLConnection.HTTP_UNAUTHORIZED,
                        "show the run's token: Authorization: Bearer TOKEN");
            } else if (!exchange.getRequestURI().getPath().equals(PATH)) {
                SideServer.refuse(exchange, HttpURLConnection.HTTP_NOT_FOUND, "there is only " + PATH);
            } else if (!exchange.getRequestMethod().equals("GET")) {
                headers.set("Allow", "GET");
                SideServer.refuse(exchange, HttpURLConnection.HTTP_BAD_METHOD, PATH + " is there to be read");
            } else {
                answer(exchange);
            }
        }
    }

    private boolean showsToken(HttpExchange exchange) {
        String shown = exchange.getRequestHeaders().getFirst("Authorization");
        // Compares in constant time, which reveals nothing about how much of a guess was right.
        return shown != null
                && shown.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
                && MessageDigest.isEqual(
                        token, shown.substring(SCHEME.length()).strip().getBytes(StandardCharsets.UTF_8));
    }

    private void answer(HttpExchange exchange) throws IOException {
        String accepted = exchange.getRequestHeaders().getFirst("Accept");
        ExpositionFormatWriter format = protobuf.accepts(accepted) ? protobuf : text;
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        format.write(body, metrics.get());
        SideServer.send(exchange, HttpURLConnection.HTTP_OK, format.getContentType(), body.toByteArray());
        scraped.run();
    }
}
