package dev.assay.run.metrics;

import dev.assay.run.ProcessRedactor;
import dev.assay.run.TrialAudience;
import dev.assay.run.exit.CommandFailure;
import dev.assay.worker.wire.WireProtocol;
import io.opentelemetry.api.metrics.MeterProvider;
import io.opentelemetry.exporter.internal.FailedExportException.HttpExportException;
import io.opentelemetry.exporter.otlp.http.metrics.OtlpHttpMetricExporter;
import io.opentelemetry.exporter.otlp.http.metrics.OtlpHttpMetricExporterBuilder;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.common.export.HttpResponse;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.resources.Resource;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Pushes what could be scraped of a run to an OTLP endpoint: at once, each 10 s and at the end. Its threads take no part in the run and keep no process
 * alive. An endpoint that takes nothing costs a run two lines, and 5 s of its end.
 */
public final class OtlpPush implements AutoCloseable {
    /** How often it pushes. */
    public static final int INTERVAL_SECONDS = 10;

    private static final Duration LONGEST_REQUEST = Duration.ofSeconds(4);

    /** Longer than a request takes, so that the last one's failure is told. */
    private static final int LONGEST_END_SECONDS = 5;

    /** What the library would log is told here, once. Held, as the JDK forgets the level of a logger that nobody holds. */
    private static final Logger LIBRARY = Logger.getLogger("io.opentelemetry");

    static {
        LIBRARY.setLevel(Level.OFF);
    }

    private final RunMetrics metrics = new RunMetrics();
    private final URI endpoint;
    private final Resource resource;
    private final Consumer<String> warnings;
    private final OtlpHttpMetricExporter exporter;
    private final ScheduledExecutorService pushes = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("otlp").daemon().factory());
    private final AtomicLong undelivered = new AtomicLong();
    private final AtomicBoolean warned = new AtomicBoolean();

    private OtlpPush(OtlpRequest request, String run, String scenario, Consumer<String> warnings) {
        this.endpoint = request.endpoint();
        this.resource = Resource.builder()
                .put("service.name", "assay")
                .put("service.version", WireProtocol.assayVersion())
                .put("service.instance.id", run)
                .put("assay.scenario", scenario)
                .build();
        this.warnings = warnings;
        OtlpHttpMetricExporterBuilder builder = OtlpHttpMetricExporter.builder()
                .setEndpoint(endpoint.toString())
                .setTimeout(LONGEST_REQUEST)
                .setRetryPolicy(null) // The next push has the same and more.
                .setMeterProvider(MeterProvider.noop());
        request.headers().forEach(builder::addHeader);
        this.exporter = builder.build();
    }

    /**
     * Begins with it.
     *
     * @param run the run's id
     * @param warnings is told of the first failure, and at the end of how much was not delivered
     * @throws CommandFailure when the headers can't be read
     */
    public static OtlpPush start(OtlpRequest request, String run, String scenario, Consumer<String> warnings) {
        OtlpPush push = new OtlpPush(request, run, scenario, warnings);
        ScheduledFuture<?> _ = push.pushes.scheduleAtFixedRate(push::push, 0, INTERVAL_SECONDS, TimeUnit.SECONDS);
        return push;
    }

    /** Listens to the trials that are to be told of. */
    public TrialAudience audience() {
        return metrics;
    }

    /** Waits for no answer. Nothing that goes wrong here may end the pushes, or the run. */
    private CompletableResultCode push() {
        try {
            List<MetricData> data = data();
            long points = data.stream()
                    .mapToLong(family -> family.getData().getPoints().size())
                    .sum();
            undelivered.addAndGet(points);
            CompletableResultCode result = exporter.export(data);
            return result.whenComplete(() -> {
                if (result.isSuccess()) {
                    undelivered.addAndGet(-points);
                } else {
                    failed(result.getFailureThrowable());
                }
            });
        } catch (RuntimeException e) {
            failed(e);
            return CompletableResultCode.ofExceptionalFailure(e);
        }
    }

    /** All of it by now, families without a point left out. */
    private List<MetricData> data() {
        OtlpData now = new OtlpData(resource, TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()));
        return metrics.snapshot().stream()
                .filter(family -> !family.getDataPoints().isEmpty())
                .map(now::of)
                .toList();
    }

    private void failed(@Nullable Throwable failure) {
        if (warned.compareAndSet(false, true)) {
            warnings.accept("warning: metrics can't be pushed to %s: %s; the run goes on, and so do the attempts"
                    .formatted(endpoint, ProcessRedactor.known().masked(reason(failure))));
        }
    }

    private static String reason(@Nullable Throwable failure) {
        if (failure instanceof HttpExportException refused) {
            HttpResponse answer = refused.getResponse();
            if (answer != null) {
                return "it answered with status " + answer.getStatusCode();
            }
        }
        Throwable cause = failure;
        while (cause != null && !(cause instanceof IOException)) {
            cause = cause.getCause();
        }
        return String.valueOf(cause == null ? failure : cause);
    }

    /** Pushes how the run ended, and lets go of the endpoint. */
    @Override
    public void close() {
        pushes.shutdown();
        push().join(LONGEST_END_SECONDS, TimeUnit.SECONDS);
        exporter.shutdown();
        if (undelivered.get() > 0) {
            warnings.accept(
                    "warning: %,d points of metrics were not delivered to %s".formatted(undelivered.get(), endpoint));
        }
    }
}
