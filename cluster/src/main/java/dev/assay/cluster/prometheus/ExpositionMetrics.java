package dev.assay.cluster.prometheus;

import dev.assay.cluster.telemetry.ServerMetrics;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Sample;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** What a server tells on a page in Prometheus's text format. */
public final class ExpositionMetrics implements ServerMetrics {
    /** Many times what a server with a thousand topics tells. */
    static final int MAX_BYTES = 8 << 20;

    /** A server that says nothing for so long is asked again. */
    private static final int PATIENCE_MILLIS = Math.toIntExact(TimeUnit.SECONDS.toMillis(30));

    private static final double NANOS_PER_SECOND = 1e9;
    private static final String LET_GO = "it was closed";

    private final String node;
    private final Place place;
    private final Reading reading;
    private final IntSupplier patienceMillis;
    private @Nullable URI address;
    private @Nullable HttpURLConnection request;
    private boolean closed;
    private double lastNanoTime = Double.NaN;

    /** Where the page is. */
    @FunctionalInterface
    public interface Place {
        /** Its address, or throws where the server has none. */
        URI find() throws IOException;
    }

    /** What a system reads of the page of its server. */
    public interface Reading {
        /** The names of the lines that {@link #next} needs. */
        Set<String> names();

        /**
         * Reads one answer.
         *
         * @param labels those of the server
         * @param seconds since the answer before; NaN at the first
         * @return values since the answer before, none that is not known
         */
        List<Sample> next(Exposition page, Labels labels, double seconds);
    }

    /** Asks nobody before the first {@link #next}. */
    public ExpositionMetrics(String node, Place place, Reading reading) {
        this(node, place, reading, () -> PATIENCE_MILLIS);
    }

    ExpositionMetrics(String node, Place place, Reading reading, IntSupplier patienceMillis) {
        this.node = node;
        this.place = place;
        this.reading = reading;
        this.patienceMillis = patienceMillis;
    }

    @Override
    public String node() {
        return node;
    }

    @Override
    public List<Sample> next(long nanoTime) throws IOException {
        URI uri = address;
        if (uri == null) {
            uri = place.find();
            address = uri;
        }
        byte[] answer;
        try {
            answer = ask(uri);
        } catch (SocketTimeoutException frozen) {
            return List.of();
        } catch (RuntimeException e) {
            // A connection of the JDK that is cut off between request and answer ends with an exception that is none of
            // I/O.
            if (isClosed()) {
                throw new IOException(LET_GO, e);
            }
            throw e;
        }
        double seconds = (nanoTime - lastNanoTime) / NANOS_PER_SECOND;
        lastNanoTime = nanoTime;
        return reading.next(parse(answer), Labels.of(Labels.NODE, node), seconds);
    }

    private Exposition parse(byte[] answer) throws IOException {
        return Exposition.read(
                new BufferedReader(new InputStreamReader(new ByteArrayInputStream(answer), StandardCharsets.UTF_8)),
                reading.names());
    }

    private byte[] ask(URI uri) throws IOException {
        HttpURLConnection asked = (HttpURLConnection) uri.toURL().openConnection(Proxy.NO_PROXY);
        asked.setInstanceFollowRedirects(false);
        asked.setUseCaches(false);
        asked.setConnectTimeout(patienceMillis.getAsInt());
        asked.setReadTimeout(patienceMillis.getAsInt());
        asked.setRequestProperty("Accept", "text/plain");
        keep(asked);
        int status = asked.getResponseCode();
        if (status != HttpURLConnection.HTTP_OK) {
            throw new IOException(uri + " answered with status " + status);
        }
        try (InputStream body = asked.getInputStream()) {
            byte[] answer = body.readNBytes(MAX_BYTES + 1);
            if (answer.length > MAX_BYTES) {
                asked.disconnect();
                throw new IOException(uri + " answered with more than " + (MAX_BYTES >> 20) + " MiB");
            }
            return answer;
        }
    }

    private synchronized void keep(HttpURLConnection asked) throws IOException {
        if (closed) {
            throw new IOException(LET_GO);
        }
        request = asked;
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    private synchronized @Nullable HttpURLConnection leave() {
        closed = true;
        return request;
    }

    @Override
    public void close() {
        HttpURLConnection open = leave();
        if (open != null) {
            open.disconnect();
        }
    }
}
