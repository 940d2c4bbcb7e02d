package dev.assay.kubernetes;

import dev.assay.cluster.artifact.Sha256;
import dev.assay.kubernetes.ApiServer.FailedInPodException;
import dev.assay.kubernetes.ApiServer.PodGoneException;
import dev.assay.kubernetes.ApiServer.Question;
import dev.assay.kubernetes.PodLog.Extent;
import dev.assay.model.display.LongText;
import dev.assay.model.display.VisibleText;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.unit.DurationText;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.ContainerResource;
import io.fabric8.kubernetes.client.dsl.ExecWatch;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Talks from outside to the pod of the coordinator: sends it jars, follows its log, and fetches its run. */
final class FirstPod {
    private static final int CHUNK = 4 << 20;
    private static final int TRIES = 15;
    private static final Duration CALL_LIMIT = Duration.ofMinutes(5);

    /** The limit of sending a hundred megabytes over a slow line. */
    private static final Duration SEND_LIMIT = Duration.ofMinutes(30);

    private static final Duration QUESTION_LIMIT = Duration.ofMinutes(1);
    private static final Duration AGAIN = Duration.ofSeconds(5);
    private static final int MAX_MESSAGE_BYTES = 1 << 14;
    private static final Set<String> OVER = Set.of("Failed", "Succeeded");

    private final KubernetesClient client;
    private final String run;
    private final ApiServer server;

    FirstPod(KubernetesClient client, String run, ApiServer server) {
        this.client = client;
        this.run = run;
        this.server = server;
    }

    private String pod() throws PodGoneException {
        List<Pod> pods = client.pods()
                .withLabel(PodObjects.JOB_LABEL, run)
                .withLabel(PodObjects.INDEX_LABEL, "0")
                .list()
                .getItems();
        if (pods.isEmpty() || OVER.contains(phase(pods.getFirst()))) {
            throw new PodGoneException();
        }
        return pods.getFirst().getMetadata().getName();
    }

    private static String phase(Pod pod) {
        return pod.getStatus() == null ? "" : String.valueOf(pod.getStatus().getPhase());
    }

    private ContainerResource container() throws PodGoneException {
        return client.pods().withName(pod()).inContainer(PodObjects.CONTAINER);
    }

    /**
     * Sends every jar once, repeatedly where that fails: a pod that has just begun to run may not take commands yet, and a connection may
     * break off.
     *
     * @throws CommandFailure when they do not arrive intact
     */
    void send(List<PodFile> files) throws PodGoneException, InterruptedException {
        give("the class path can't be sent to the first pod", SEND_LIMIT, input -> write(files, input), "receive");
    }

    /** Sends the file with the {@code placement} of the pods, which must precede {@link #send}. */
    void place(byte[] placement) throws PodGoneException, InterruptedException {
        give(
                "the first pod can't be told where the pods are",
                CALL_LIMIT,
                input -> input.write(placement),
                "place",
                Integer.toString(placement.length));
    }

    private static void write(List<PodFile> files, OutputStream input) throws IOException {
        Set<String> seen = new HashSet<>();
        for (PodFile file : files) {
            if (seen.add(file.digest())) {
                Files.copy(file.local(), input);
            }
        }
    }

    @FunctionalInterface
    private interface Input {
        void writeTo(OutputStream input) throws IOException;
    }

    private void give(String problem, Duration limit, Input input, String... command)
            throws PodGoneException, InterruptedException {
        ask(problem, () -> {
            giveOnce(limit, input, command);
            return "";
        });
    }

    private void giveOnce(Duration limit, Input input, String... command)
            throws IOException, PodGoneException, InterruptedException {
        BoundedOutput output = new BoundedOutput(MAX_MESSAGE_BYTES);
        try (ExecWatch taking = container()
                .redirectingInput()
                .writingOutput(output)
                .writingError(output)
                .exec(boot(command))) {
            OutputStream out = taking.getInput();
            input.writeTo(out);
            out.flush();
            finish(taking, limit, output, output);
        }
    }

    /**
     * Prints the coordinator's output until the run is over, whatever happens to the connection. Whether it is over is what its pod has
     * recorded: a log may lack lines, and times in it are those of its node's clock.
     *
     * @param programs gets lines that are JSON objects
     * @return its exit code
     */
    int follow(PrintWriter people, PrintWriter programs) throws PodGoneException, InterruptedException {
        PodLog log = new PodLog(client, people, programs);
        String problem = "the log of the run can't be read";
        boolean readable = true;
        while (true) {
            OptionalInt code = exitCode();
            if (code.isPresent()) {
                printRest(log, people);
                return code.getAsInt();
            }
            boolean ended = false;
            try {
                ended = orGone(() -> log.print(log.open(pod(), Extent.WHAT_COMES), server.pace()));
                readable = true;
            } catch (IOException | KubernetesClientException | CompletionException e) {
                server.requirePassing(problem, e);
                if (readable) {
                    readable = false;
                    people.println(
                            "%s: %s; the run is followed without it meanwhile".formatted(problem, Problem.text(e)));
                    people.flush();
                }
            }
            if (!ended) {
                server.pace().pause(AGAIN);
            }
        }
    }

    /** Prints what the log has that is not printed yet. The run is over, so that nothing depends on it. */
    private void printRest(PodLog log, PrintWriter people) throws PodGoneException, InterruptedException {
        try {
            log.print(log.open(pod(), Extent.WHAT_IS_THERE), server.pace());
        } catch (IOException | KubernetesClientException e) {
            people.println("warning: the end of the run's log can't be read: " + Problem.text(e));
            people.flush();
        }
    }

    private OptionalInt exitCode() throws PodGoneException, InterruptedException {
        String answer = new String(
                        call("the run can't be asked whether it is over", QUESTION_LIMIT, "ended"),
                        StandardCharsets.UTF_8)
                .strip();
        if (answer.isEmpty()) {
            return OptionalInt.empty();
        }
        if (!answer.matches("\\d{1,3}")) {
            throw new CommandFailure(
                    ExitCode.ENVIRONMENT,
                    "the pod of the coordinator says that the run has ended with '%s', which is no exit code"
                            .formatted(shown(answer)));
        }
        return OptionalInt.of(Integer.parseInt(answer));
    }

    /**
     * Fetches the packed run, in parts that are requested again where one does not arrive whole.
     *
     * @throws IOException when it does not fit, does not arrive intact, or can't be packed there
     */
    void fetch(PackedRun target) throws IOException, PodGoneException, InterruptedException {
        String answer = new String(
                        call("the run can't be packed in its pod", CALL_LIMIT, "pack"), StandardCharsets.UTF_8)
                .strip();
        String[] packed = answer.split(" ", -1);
        if (packed.length != 2 || !packed[1].matches("\\d{1,15}")) {
            throw new IOException("its pod says how large it is in words that mean nothing here: " + shown(answer));
        }
        long size = Long.parseLong(packed[1]);
        target.requireRoom(size);
        try (OutputStream out = Files.newOutputStream(target.file())) {
            for (long offset = 0; offset < size; offset += CHUNK) {
                int length = (int) Math.min(CHUNK, size - offset);
                target.requireRoom(length);
                out.write(chunk(offset, length));
            }
        }
        if (!Sha256.ofFile(target.file()).equals(packed[0])) {
            throw new IOException("what has arrived is not what was sent");
        }
    }

    private byte[] chunk(long offset, int length) throws IOException, PodGoneException, InterruptedException {
        for (int tries = 1; ; tries++) {
            byte[] chunk = call(
                    "the run can't be fetched from its pod",
                    CALL_LIMIT,
                    "read",
                    Long.toString(offset),
                    Integer.toString(length));
            if (chunk.length == length) {
                return chunk;
            }
            if (tries == TRIES) {
                throw new IOException("of %d bytes from %d on, only %d arrive".formatted(length, offset, chunk.length));
            }
        }
    }

    /** Lets the pod end. It is asked once. */
    void release() throws IOException, PodGoneException, InterruptedException {
        callOnce(QUESTION_LIMIT, "release");
    }

    /** Asks until there is an answer, or the pod is no more. */
    private <T> T ask(String problem, Question<T> question) throws PodGoneException, InterruptedException {
        return server.ask(problem, () -> orGone(question));
    }

    /** Asks once. That the pod is no more may be why there is no answer. */
    private <T> T orGone(Question<T> question) throws IOException, PodGoneException, InterruptedException {
        try {
            return question.ask();
        } catch (IOException | KubernetesClientException e) {
            pod();
            throw e;
        }
    }

    private byte[] call(String problem, Duration limit, String... command)
            throws PodGoneException, InterruptedException {
        return ask(problem, () -> callOnce(limit, command));
    }

    private byte[] callOnce(Duration limit, String... command)
            throws IOException, PodGoneException, InterruptedException {
        BoundedOutput out = new BoundedOutput(CHUNK);
        BoundedOutput output = new BoundedOutput(MAX_MESSAGE_BYTES);
        try (ExecWatch call =
                container().writingOutput(out).writingError(output).exec(boot(command))) {
            finish(call, limit, out, output);
        }
        return out.toByteArray();
    }

    /** @param messages where the program says why it has failed; may be {@code out} */
    private static void finish(ExecWatch call, Duration limit, BoundedOutput out, BoundedOutput messages)
            throws IOException, InterruptedException {
        try {
            Object code = CompletableFuture.anyOf(call.exitCode(), out.overflow(), messages.overflow())
                    .get(limit.toSeconds(), TimeUnit.SECONDS);
            if (out.overflow().isDone() || messages.overflow().isDone()) {
                throw new FailedInPodException("its pod says more than it was asked for" + text(messages));
            }
            if (code == null) {
                throw new IOException("the connection was closed before the answer" + text(messages));
            }
            if (!code.equals(0)) {
                throw new FailedInPodException("it ended with " + code + text(messages));
            }
        } catch (ExecutionException e) {
            throw new IOException(Problem.text(e) + text(messages), e.getCause());
        } catch (TimeoutException e) {
            throw new IOException("no answer within " + DurationText.format(limit) + text(messages), e);
        }
    }

    private static String shown(String answer) {
        return VisibleText.of(LongText.truncate(answer)).replace('\n', ' ');
    }

    private static String text(BoundedOutput output) {
        String text = VisibleText.of(output.toString(StandardCharsets.UTF_8).strip());
        return text.isEmpty() ? "" : "\n  " + text.replace("\n", "\n  ");
    }

    static String[] boot(String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                "java",
                "-Xmx32m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-jar",
                "/boot/boot.jar"));
        command.addAll(Arrays.asList(arguments));
        return command.toArray(String[]::new);
    }
}
