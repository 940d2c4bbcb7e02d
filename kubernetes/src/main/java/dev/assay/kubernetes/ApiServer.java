package dev.assay.kubernetes;

import dev.assay.kubernetes.boot.Boot;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.unit.DurationText;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.io.Serial;
import java.net.HttpURLConnection;
import java.nio.file.FileSystemException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Asks the API server again while it does not answer: it may be restarted, or the way to it be lost, and the run goes on in its pods. That
 * is said at once and each minute, up to a limit. A refusal that does not pass by waiting counts at once.
 */
final class ApiServer {
    private static final int TRIES = 15;
    private static final Duration AGAIN = Duration.ofSeconds(2);

    /** Is the pause between questions once it is known that there is no answer at once. */
    private static final Duration LATER_AGAIN = Duration.ofSeconds(10);

    /** The answers that are the same later. */
    private static final Set<Integer> LASTING = Set.of(
            HttpURLConnection.HTTP_UNAUTHORIZED, HttpURLConnection.HTTP_FORBIDDEN, HttpURLConnection.HTTP_NOT_FOUND);

    private static final Duration SAY_AGAIN = Duration.ofMinutes(1);

    private final KubernetesClient client;
    private final Duration limit;
    private final String later;
    private final Consumer<String> people;
    private final Pace pace;

    /** Lets time pass; in tests without waiting. */
    interface Pace {
        Pace REAL = new Pace() {
            @Override
            public long nanoTime() {
                return System.nanoTime();
            }

            @Override
            public void pause(Duration length) throws InterruptedException {
                Boot.pause(length);
            }
        };

        long nanoTime();

        void pause(Duration length) throws InterruptedException;
    }

    /** Asks something that may be asked more than once. */
    @FunctionalInterface
    interface Question<T> {
        T ask() throws IOException, PodGoneException, InterruptedException;
    }

    /** Says that a program was started in a pod and has failed there, so that Kubernetes is not the reason. */
    static final class FailedInPodException extends IOException {
        @Serial
        private static final long serialVersionUID = 1L;

        FailedInPodException(String message) {
            super(message);
        }
    }

    /** Says that the first pod has ended or was deleted. */
    static final class PodGoneException extends Exception {
        @Serial
        private static final long serialVersionUID = 1L;
    }

    /**
     * @param limit how long it may not answer
     * @param later ends a message that this gives up, such as with what to do later; may be empty
     */
    ApiServer(KubernetesClient client, Duration limit, String later, Consumer<String> people, Pace pace) {
        this.client = client;
        this.limit = limit;
        this.later = later;
        this.people = people;
        this.pace = pace;
    }

    Pace pace() {
        return pace;
    }

    /**
     * @param problem what can't be done without an answer, as a sentence without its end
     * @throws CommandFailure when it is refused, or not answered within the limit
     */
    <T> T ask(String problem, Question<T> question) throws PodGoneException, InterruptedException {
        int failures = 0;
        boolean away = false;
        long since = 0;
        long said = 0;
        Duration pause = AGAIN;
        while (true) {
            try {
                T answer = question.ask();
                if (away) {
                    people.accept("Kubernetes answers again");
                }
                return answer;
            } catch (FailedInPodException e) {
                failures++;
                if (failures == TRIES) {
                    throw failure(problem + ": " + e.getMessage(), e);
                }
            } catch (IOException | KubernetesClientException | CompletionException e) {
                requirePassing(problem, e);
                long now = pace.nanoTime();
                if (!away) {
                    away = true;
                    since = now;
                    said = now;
                    people.accept("%s: %s; that is tried again for up to %s"
                            .formatted(problem, Problem.text(e), DurationText.format(limit)));
                }
                Duration gone = Duration.ofNanos(now - since);
                if (gone.compareTo(limit) >= 0) {
                    throw failure("%s for %s: %s".formatted(problem, DurationText.format(limit), Problem.text(e)), e);
                }
                if (now - said >= SAY_AGAIN.toNanos()) {
                    said = now;
                    pause = LATER_AGAIN;
                    people.accept("%s, for %d min now: %s".formatted(problem, gone.toMinutes(), Problem.text(e)));
                }
            }
            pace.pause(pause);
        }
    }

    /** @throws CommandFailure when Kubernetes would answer the same later, or the reason is a file here */
    void requirePassing(String problem, Exception e) {
        if (LASTING.contains(Problem.code(e)) || e instanceof FileSystemException) {
            throw failure(problem + ": " + reason(client, e), e);
        }
    }

    /**
     * Asks once: what can't be reached at the beginning is more often a mistake than a lost connection.
     *
     * @throws CommandFailure when it is refused or not answered
     */
    static <T> T askOnce(KubernetesClient client, String problem, Supplier<T> question) {
        try {
            return question.get();
        } catch (KubernetesClientException | CompletionException e) {
            throw new CommandFailure(ExitCode.ENVIRONMENT, problem + ": " + reason(client, e), e);
        }
    }

    private static String reason(KubernetesClient client, Exception e) {
        String text = Problem.text(e);
        return switch (Problem.code(e)) {
            case HttpURLConnection.HTTP_FORBIDDEN ->
                "you may not do that (%s); 'assay kubernetes role %s' prints a Role with all that is needed, for an administrator"
                        .formatted(text, client.getNamespace());
            case HttpURLConnection.HTTP_NOT_FOUND ->
                "Kubernetes at %s has no such thing (%s); is it the right context?"
                        .formatted(client.getMasterUrl(), text);
            default -> text;
        };
    }

    private CommandFailure failure(String what, Exception cause) {
        return new CommandFailure(ExitCode.ENVIRONMENT, what + later, cause);
    }
}
