package dev.assay.run.metrics;

import dev.assay.host.file.SecretFile;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.run.event.TrialAudience;
import dev.assay.run.secret.ProcessRedactor;
import dev.assay.run.serve.SideServer;
import dev.assay.run.stage.Cancellation;
import dev.assay.run.stage.RunFollower;
import dev.assay.run.workers.WorkerTokenFile;
import dev.assay.worker.wire.HostPort;
import dev.assay.worker.wire.WorkerToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Serves a run's metrics over HTTP while it is under way, to anyone with the token. They are computed on a scrape, by two threads that take
 * no part in the run.
 */
public final class MetricsEndpoint implements RunFollower {
    /** The file in the run directory with the token that was made for it. */
    public static final String TOKEN_FILE = "metrics.token";

    private static final int THREADS = 2;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private static final long LONGEST_WAIT_NANOS = 60_000 * NANOS_PER_MILLI;

    private final MetricsRequest request;
    private final SideServer server;
    private final RunMetrics metrics = new RunMetrics();
    private volatile @Nullable Path ownToken;
    private long scrapes;
    private long lastNanos;
    private long gapNanos;
    private boolean closed;

    private MetricsEndpoint(MetricsRequest request, SideServer server) {
        this.request = request;
        this.server = server;
    }

    /**
     * Takes the port, and answers nothing yet.
     *
     * @throws CommandFailure when it can't be had
     */
    public static MetricsEndpoint bind(MetricsRequest request) {
        return new MetricsEndpoint(request, SideServer.bind("--metrics", request.listen(), THREADS));
    }

    @Override
    public TrialAudience audience() {
        return metrics;
    }

    /**
     * Begins to answer.
     *
     * @param runDirectory where the token is written, unless one was given
     * @return the address and how to authenticate, for people
     * @throws CommandFailure when the token can't be read or written
     */
    @Override
    public String serve(Path runDirectory, String scenario) {
        Path file = request.tokenFile().orElse(runDirectory.resolve(TOKEN_FILE));
        WorkerToken token = request.tokenFile().isPresent() ? new WorkerTokenFile(file).read() : make(file);
        ProcessRedactor.token(token.text());
        server.start(new ScrapeHandler(token, metrics::snapshot, () -> scraped(System.nanoTime())));
        return "metrics: http://%s%s, with the bearer token in %s%s"
                .formatted(
                        server.address(),
                        ScrapeHandler.PATH,
                        file,
                        server.isLocal() ? "" : "; both travel unencrypted");
    }

    /** Makes a token; an existing one is another run's, or that of whoever made the directory. */
    private WorkerToken make(Path file) {
        WorkerToken token = WorkerToken.random();
        try {
            Files.deleteIfExists(file);
            new SecretFile(file).create(token.text());
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.ENVIRONMENT, "can't write the token of the metrics to " + file + ": " + e.getMessage(), e);
        }
        ownToken = file;
        return token;
    }

    synchronized void scraped(long nanoTime) {
        gapNanos = scrapes == 0 ? 0 : nanoTime - lastNanos;
        lastNanos = nanoTime;
        scrapes++;
        notifyAll();
    }

    /** Lets one more scrape see how the run ended, unless it was interrupted. */
    @Override
    public void end(Cancellation cancellation) {
        if (!cancellation.isCancelled()) {
            cancellation.onCancel(this::close);
            awaitLastScrape();
        }
    }

    /**
     * Waits for the scrape that sees how the run ended, if there were any: half as long again as the last two were apart, and a minute at
     * most. Another thread ends the wait by closing.
     */
    public synchronized void awaitLastScrape() {
        long before = scrapes;
        long deadline = lastNanos + Math.min(gapNanos + gapNanos / 2, LONGEST_WAIT_NANOS);
        try {
            while (gapNanos > 0 && scrapes == before && !closed) {
                long millis = (deadline - System.nanoTime()) / NANOS_PER_MILLI;
                if (millis <= 0) {
                    return;
                }
                wait(millis);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public HostPort address() {
        return server.address();
    }

    /** Stops answering, and deletes the token that was made for it. */
    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            notifyAll();
        }
        server.close();
        Path token = ownToken;
        if (token != null) {
            delete(token);
        }
    }

    private static void delete(Path token) {
        try {
            Files.deleteIfExists(token);
        } catch (IOException _) {
            // A token that stays is harmless, as nothing accepts it any more.
        }
    }
}
