package dev.assay.kubernetes;

import dev.assay.host.program.BoundedLines;
import dev.assay.kubernetes.boot.Boot;
import dev.assay.model.display.LongText;
import dev.assay.model.display.VisibleText;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Prints what the coordinator writes, which is what its pod's log has. The log is for people only: a connection may break off or go silent,
 * lines may be missing, and others than the coordinator write into it.
 *
 * <p>The client's own way to follow a log takes a refusal for the log, and waits for ever where nothing arrives.
 */
final class PodLog {
    /** The longest line for programs, in characters: the event of a run's start names all of its trials. */
    private static final int MAX_LINE = 1 << 20;

    private static final int MAX_REFUSAL_BYTES = 1 << 16;

    private static final Duration OPENING_LIMIT = Duration.ofSeconds(30);

    /** Where nothing arrives for this time, the connection may be dead; the coordinator mostly writes every ten seconds. */
    private static final Duration SILENCE = Duration.ofMinutes(1);

    private static final Duration POLL = Duration.ofMillis(200);

    private final KubernetesClient client;
    private final PrintWriter people;
    private final PrintWriter programs;

    /** The time of the last line printed, by the clock of its node. */
    private volatile Optional<Instant> last = Optional.empty();

    private final AtomicLong lines = new AtomicLong();

    /** Whether a line says that the run has ended. */
    private volatile boolean ended;

    /** @param programs gets lines that are JSON objects: a log does not say which of its lines were printed for whom */
    PodLog(KubernetesClient client, PrintWriter people, PrintWriter programs) {
        this.client = client;
        this.people = people;
        this.programs = programs;
    }

    /** How much of the log is read. */
    enum Extent {
        WHAT_IS_THERE,
        WHAT_COMES
    }

    /**
     * Opens the log where the last lines printed were.
     *
     * @throws KubernetesClientException when it is refused
     */
    InputStream open(String pod, Extent extent) throws IOException, InterruptedException {
        String since = last.map(time -> "&sinceTime=" + time).orElse("");
        HttpRequest request = client.getHttpClient()
                .newHttpRequestBuilder()
                .uri(URI.create(client.getMasterUrl()
                        + "api/v1/namespaces/%s/pods/%s/log?container=%s&timestamps=true&follow=%b%s"
                                .formatted(
                                        client.getNamespace(),
                                        pod,
                                        PodObjects.CONTAINER,
                                        extent == Extent.WHAT_COMES,
                                        since)))
                .build();
        try {
            HttpResponse<InputStream> response = client.getHttpClient()
                    .sendAsync(request, InputStream.class)
                    .get(OPENING_LIMIT.toSeconds(), TimeUnit.SECONDS);
            if (!response.isSuccessful()) {
                throw refusal(response);
            }
            return response.body();
        } catch (ExecutionException e) {
            throw new IOException(Problem.text(e), e.getCause());
        } catch (TimeoutException e) {
            throw new IOException("nothing comes within " + OPENING_LIMIT.toSeconds() + " s", e);
        }
    }

    private static KubernetesClientException refusal(HttpResponse<InputStream> response) throws IOException {
        String text;
        try (InputStream body = response.body()) {
            text = new String(body.readNBytes(MAX_REFUSAL_BYTES), StandardCharsets.UTF_8);
        }
        String message = LongText.truncate(text.strip());
        try {
            Status status = Serialization.unmarshal(text, Status.class);
            if (status != null && status.getMessage() != null) {
                message = status.getMessage();
            }
        } catch (RuntimeException notKubernetes) {
            // Something in between has answered, and its text is all that is known.
        }
        return new KubernetesClientException(
                message.isEmpty() ? "HTTP " + response.code() : message, response.code(), null);
    }

    /**
     * Prints the log until it breaks off, says that the run has ended, or is silent.
     *
     * @return whether it says that the run has ended
     */
    boolean print(InputStream log, ApiServer.Pace pace) throws IOException, InterruptedException {
        ended = false;
        Thread printing = Thread.ofPlatform().daemon().name("pod-log").start(() -> print(log));
        try (log) {
            long before = -1;
            long since = 0;
            while (printing.isAlive() && !ended) {
                if (lines.get() != before) {
                    before = lines.get();
                    since = pace.nanoTime();
                } else if (pace.nanoTime() - since > SILENCE.toNanos()) {
                    break;
                }
                pace.pause(POLL);
            }
        } finally {
            printing.interrupt();
            printing.join();
        }
        return ended;
    }

    private void print(InputStream log) {
        try {
            BoundedLines text = new BoundedLines(new InputStreamReader(log, StandardCharsets.UTF_8), MAX_LINE);
            Optional<Instant> known = last;
            for (String line = text.next(); line != null && !ended; line = text.next()) {
                known = print(line, known, text.isCut());
            }
        } catch (IOException breaksOff) {
            // That says nothing of the pod, which is asked itself.
        }
    }

    /**
     * Prints a line unless it was printed before.
     *
     * @param known the time of the last line that was printed from an earlier connection; empty once all of them have passed
     */
    private Optional<Instant> print(String line, Optional<Instant> known, boolean cut) {
        int blank = line.indexOf(' ');
        Optional<Instant> written = time(blank < 0 ? line : line.substring(0, blank));
        if (written.isPresent()) {
            if (known.isPresent() && !written.get().isAfter(known.get())) {
                return known;
            }
            last = written;
        }
        lines.incrementAndGet();
        String text = written.isEmpty() ? line : line.substring(blank < 0 ? line.length() : blank + 1);
        if (text.startsWith(Boot.ENDED)) {
            ended = true;
        } else if (text.startsWith("{") && !cut) {
            programs.println(VisibleText.of(text));
            programs.flush();
        } else {
            people.println(VisibleText.of(LongText.truncate(text)));
            people.flush();
        }
        return written.isPresent() ? Optional.empty() : known;
    }

    private static Optional<Instant> time(String text) {
        try {
            return Optional.of(Instant.parse(text));
        } catch (DateTimeParseException foreign) {
            return Optional
                    .empty(); // The line is of Kubernetes, which writes why it can't read the log, or a part of one.
        }
    }
}
