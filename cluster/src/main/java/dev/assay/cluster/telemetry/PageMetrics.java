package dev.assay.cluster.telemetry;

import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Sample;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** Reads metrics on pages of a server's HTTP server. Sends no request before the first {@link #next}. */
public abstract class PageMetrics implements ServerMetrics {
    /** The limit of a page, many times that of a server with a thousand topics. */
    public static final int MAX_BYTES = 8 << 20;

    /** The silence after which a server is asked again. */
    private static final int PATIENCE_MILLIS = Math.toIntExact(TimeUnit.SECONDS.toMillis(30));

    private static final double NANOS_PER_SECOND = 1e9;
    private static final String LET_GO = "it was closed";

    private final String node;
    private final Place place;
    private final IntSupplier patienceMillis;
    private @Nullable URI address;
    private @Nullable HttpURLConnection request;
    private boolean closed;
    private double lastNanoTime = Double.NaN;

    @FunctionalInterface
    public interface Place {
        /** Returns the address of its pages, or throws where the server has none. */
        URI find() throws IOException;
    }

    @FunctionalInterface
    public interface Sending {
        void before(HttpURLConnection request) throws IOException;
    }

    protected PageMetrics(String node, Place place) {
        this(node, place, () -> PATIENCE_MILLIS);
    }

    protected PageMetrics(String node, Place place, IntSupplier patienceMillis) {
        this.node = node;
        this.place = place;
        this.patienceMillis = patienceMillis;
    }

    @Override
    public final String node() {
        return node;
    }

    @Override
    public final List<Sample> next(long nanoTime) throws IOException {
        URI known = address;
        if (known == null) {
            known = place.find();
            address = known;
        }
        double seconds = (nanoTime - lastNanoTime) / NANOS_PER_SECOND;
        try {
            List<Sample> samples = read(known, Labels.of(Labels.NODE, node), seconds);
            lastNanoTime = nanoTime;
            return samples;
        } catch (SocketTimeoutException frozen) {
            return List.of();
        } catch (RuntimeException e) {
            // A JDK connection that is cut off between request and answer throws an exception other than IOException.
            if (isClosed()) {
                throw new IOException(LET_GO, e);
            }
            throw e;
        }
    }

    /**
     * Requests and reads the pages.
     *
     * @param labels of the server
     * @param seconds since the previous answer; NaN at the first
     */
    protected abstract List<Sample> read(URI uri, Labels labels, double seconds) throws IOException;

    /** Requests a page; {@link #close} breaks the request off. */
    protected final byte[] page(URI page) throws IOException {
        return page(page, patienceMillis.getAsInt(), this::keep);
    }

    /** @throws IOException when the server does not answer in time, or not with success */
    public static byte[] page(URI page, int patienceMillis, Sending sending) throws IOException {
        HttpURLConnection request = (HttpURLConnection) page.toURL().openConnection(Proxy.NO_PROXY);
        request.setInstanceFollowRedirects(false);
        request.setUseCaches(false);
        request.setConnectTimeout(patienceMillis);
        request.setReadTimeout(patienceMillis);
        request.setRequestProperty("Accept", "text/plain, application/json");
        sending.before(request);
        int status = request.getResponseCode();
        if (status != HttpURLConnection.HTTP_OK) {
            throw new IOException(page + " answered with status " + status);
        }
        try (InputStream body = request.getInputStream()) {
            byte[] answer = body.readNBytes(MAX_BYTES + 1);
            if (answer.length > MAX_BYTES) {
                request.disconnect();
                throw new IOException(page + " answered with more than " + (MAX_BYTES >> 20) + " MiB");
            }
            return answer;
        }
    }

    private synchronized void keep(HttpURLConnection sent) throws IOException {
        if (closed) {
            throw new IOException(LET_GO);
        }
        request = sent;
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    private synchronized @Nullable HttpURLConnection leave() {
        closed = true;
        return request;
    }

    @Override
    public final void close() {
        HttpURLConnection open = leave();
        if (open != null) {
            open.disconnect();
        }
    }
}
