package dev.assay.kubernetes;

import dev.assay.cluster.artifact.Sha256;
import dev.assay.kubernetes.boot.Boot;
import dev.assay.model.display.LongText;
import dev.assay.model.display.VisibleText;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.ContainerResource;
import io.fabric8.kubernetes.client.dsl.ExecWatch;
import io.fabric8.kubernetes.client.dsl.LogWatch;
import io.fabric8.kubernetes.client.dsl.Loggable;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
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

    private static final Duration AGAIN = Duration.ofSeconds(2);

    private final KubernetesClient client;
    private final String run;

    FirstPod(KubernetesClient client, String run) {
        this.client = client;
        this.run = run;
    }

    private Pod pod() {
        return client
                .pods()
                .withLabel(PodObjects.JOB_LABEL, run)
                .withLabel(PodObjects.INDEX_LABEL, "0")
                .list()
                .getItems()
                .stream()
                .findFirst()
                .orElseThrow(() -> new CommandFailure(
                        ExitCode.ENVIRONMENT,
                        "there is no pod of a run called %s in namespace %s: it was deleted, or has been fetched"
                                .formatted(run, client.getNamespace())));
    }

    private ContainerResource container() {
        return client.pods().withName(pod().getMetadata().getName()).inContainer(PodObjects.CONTAINER);
    }

    /**
     * Sends every jar once, repeatedly where that fails: a pod that has just begun to run may not take commands yet, and a connection may
     * break off.
     *
     * @throws CommandFailure when they do not arrive intact
     */
    void send(List<PodFile> files) throws InterruptedException {
        give("the class path can't be sent to the first pod", SEND_LIMIT, input -> write(files, input), "receive");
    }

    /** Sends the file with the {@code placement} of the pods, which must precede {@link #send}. */
    void place(byte[] placement) throws InterruptedException {
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

    private void give(String problem, Duration limit, Input input, String... command) throws InterruptedException {
        again(problem, () -> {
            giveOnce(limit, input, command);
            return new byte[0];
        });
    }

    private void giveOnce(Duration limit, Input input, String... command) throws IOException, InterruptedException {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        try (ExecWatch taking = container()
                .redirectingInput()
                .writingOutput(output)
                .writingError(output)
                .exec(boot(command))) {
            OutputStream out = taking.getInput();
            input.writeTo(out);
            out.flush();
            finish(taking, limit, output);
        }
    }

    /** Calls the pod; the call may be repeated. */
    @FunctionalInterface
    private interface Call {
        byte[] make() throws IOException, InterruptedException;
    }

    private static byte[] again(String problem, Call call) throws InterruptedException {
        for (int tries = 1; ; tries++) {
            try {
                return call.make();
            } catch (IOException | KubernetesClientException e) {
                if (tries == TRIES) {
                    throw new CommandFailure(ExitCode.ENVIRONMENT, problem + ": " + Problem.text(e), e);
                }
                Boot.pause(AGAIN);
            }
        }
    }

    /**
     * Prints the coordinator's output until it ends, whatever happens to the connection.
     *
     * @param programs gets lines that are JSON objects: a log does not say which of its lines were printed for whom
     * @return its exit code; empty when the pod is gone
     */
    OptionalInt follow(PrintWriter people, PrintWriter programs) throws InterruptedException {
        Optional<Instant> last = Optional.empty();
        while (true) {
            try (LogWatch log = since(last).watchLog()) {
                BufferedReader lines =
                        new BufferedReader(new InputStreamReader(log.getOutput(), StandardCharsets.UTF_8));
                boolean known = last.isPresent();
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    String[] parts = line.split(" ", 2);
                    Instant written = Instant.parse(parts[0]);
                    known = known && !written.isAfter(last.orElseThrow());
                    if (known || parts.length < 2) {
                        continue;
                    }
                    last = Optional.of(written);
                    if (parts[1].startsWith(Boot.ENDED)) {
                        return OptionalInt.of(Integer.parseInt(
                                parts[1].substring(Boot.ENDED.length()).split(" ", 2)[0]));
                    }
                    PrintWriter reader = parts[1].startsWith("{") ? programs : people;
                    reader.println(parts[1]);
                    reader.flush();
                }
            } catch (IOException | KubernetesClientException | DateTimeParseException _) {
                // Asked again below: a log that breaks off, also within a line, says nothing of the pod.
            }
            if (isGone()) {
                return OptionalInt.empty();
            }
            Boot.pause(AGAIN);
        }
    }

    private Loggable since(Optional<Instant> time) {
        return time.isEmpty()
                ? container().usingTimestamps()
                : container().usingTimestamps().sinceTime(time.get().toString());
    }

    private boolean isGone() {
        try {
            String phase = pod().getStatus().getPhase();
            return "Failed".equals(phase) || "Succeeded".equals(phase);
        } catch (CommandFailure _) {
            return true;
        } catch (KubernetesClientException _) {
            return false; // The API server can't be reached now, which says nothing of the pod.
        }
    }

    /**
     * Fetches the packed run, in parts that are requested again where one does not arrive whole.
     *
     * @throws IOException when it does not fit, does not arrive intact, or can't be packed there
     */
    void fetch(PackedRun target) throws IOException, InterruptedException {
        String answer = new String(call("pack"), StandardCharsets.UTF_8).strip();
        String[] packed = answer.split(" ", -1);
        if (packed.length != 2 || !packed[1].matches("\\d{1,15}")) {
            throw new IOException("its pod says how large it is in words that mean nothing here: "
                    + VisibleText.of(LongText.truncate(answer)));
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

    private byte[] chunk(long offset, int length) throws IOException, InterruptedException {
        for (int tries = 1; ; tries++) {
            byte[] chunk = call("read", Long.toString(offset), Integer.toString(length));
            if (chunk.length == length) {
                return chunk;
            }
            if (tries == TRIES) {
                throw new IOException("of %d bytes from %d on, only %d arrive".formatted(length, offset, chunk.length));
            }
        }
    }

    void release() throws InterruptedException {
        call("release");
    }

    private byte[] call(String... command) throws InterruptedException {
        return again("the first pod can't be asked to " + command[0], () -> callOnce(command));
    }

    private byte[] callOnce(String... command) throws IOException, InterruptedException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        try (ExecWatch call =
                container().writingOutput(out).writingError(output).exec(boot(command))) {
            finish(call, CALL_LIMIT, output);
        }
        return out.toByteArray();
    }

    private static void finish(ExecWatch call, Duration limit, ByteArrayOutputStream output)
            throws IOException, InterruptedException {
        try {
            int code = call.exitCode().get(limit.toSeconds(), TimeUnit.SECONDS);
            if (code != 0) {
                throw new IOException("it ended with " + code + text(output));
            }
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException(e + text(output), e);
        }
    }

    private static String text(ByteArrayOutputStream output) {
        String text = output.toString(StandardCharsets.UTF_8).strip();
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
