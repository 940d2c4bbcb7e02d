package dev.assay.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.cluster.artifact.Sha256;
import dev.assay.kubernetes.boot.Boot;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import io.fabric8.kubernetes.api.model.DeleteOptions;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.kubernetes.client.server.mock.StatusMessage;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.fabric8.kubernetes.client.utils.Utils;
import io.fabric8.mockwebserver.dsl.TimesOnceableOrHttpHeaderable;
import io.fabric8.mockwebserver.http.RecordedRequest;
import io.fabric8.mockwebserver.internal.WebSocketMessage;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs on a server without controllers, where a deleted Job leaves its pods. */
@EnableKubernetesMockClient(crud = true)
@SuppressWarnings("NullAway.Init") // The extension sets the fields.
class PodRunTest {
    private static final String RUN = "assay-1";
    private static final String LOG = "/api/v1/namespaces/test/pods/first/log?container=assay&timestamps=true&follow=";
    private static final String PODS =
            "/api/v1/namespaces/test/pods?labelSelector=batch.kubernetes.io%2Fjob-name%3Dassay-1%2Cbatch.kubernetes.io%2Fjob-completion-index%3D0";

    KubernetesMockServer server;
    KubernetesClient client;

    @TempDir
    Path folder;

    private final StringWriter messages = new StringWriter();
    private final StringWriter events = new StringWriter();
    private final QuickPace pace = new QuickPace();

    /** Time that passes where somebody waits for Kubernetes, and stands still while an answer is on its way. */
    private static final class QuickPace implements ApiServer.Pace {
        private long nanos;

        @Override
        public long nanoTime() {
            return nanos;
        }

        @Override
        public void pause(Duration length) throws InterruptedException {
            if (length.toMillis() < 1000) {
                Boot.pause(Duration.ofMillis(1));
            } else {
                nanos += length.toNanos();
            }
        }
    }

    /** The Job is somebody else's and has finished, so that its pod is over as that of a lost coordinator would be. */
    @Test
    void aJobThatAssayHasNotCreatedIsRefusedAndStays() {
        create(job().editMetadata().withLabels(null).endMetadata().build());
        pod("Succeeded");

        assertRefused();
    }

    @ParameterizedTest
    @CsvSource({
        "app.kubernetes.io/managed-by: assay, app.kubernetes.io/managed-by: helm",
        "completionMode: Indexed, completionMode: NonIndexed",
        "assay-run: assay-1, assay-run: assay-2",
        "name: assay, name: main",
        "/boot/boot.jar, /app/app.jar",
        "secretName: assay-1, secretName: assay-2",
    })
    void aJobThatDiffersInOneThingFromThoseOfRunsIsRefused(String ours, String theirs) {
        String yaml = Serialization.asYaml(job().build()).replace("\"", "").replace(ours + "\n", theirs + "\n");
        create(Serialization.unmarshal(yaml, Job.class));
        pod("Succeeded");

        assertRefused();
    }

    private void assertRefused() {
        CommandFailure refusal = catchThrowableOfType(CommandFailure.class, this::attach);
        assertThat(job(RUN)).as("the Job that is somebody else's").isNotNull();
        assertThat(refusal).hasMessageContaining("the Job assay-1 in namespace test is not that of a run in pods");
        assertThat(refusal.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    }

    @Test
    void aRunThatIsNotThereIsNamed() {
        assertThatThrownBy(this::attach)
                .hasMessageContaining("there is no run called assay-1 in namespace test")
                .isInstanceOfSatisfying(
                        CommandFailure.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.ENVIRONMENT));
    }

    /** The run has lost messages, and its user may start Jobs, but not delete them. */
    @Test
    void aRefusedDeletionIsAWarningAndTheRunKeepsItsExitCode() throws Exception {
        create(job().build());
        ended(5);
        answerDeletion(403, "jobs.batch is forbidden");

        assertThat(attach()).isEqualTo(5);

        assertThat(folder.resolve("20260101T000000Z-first/run.json")).hasContent("x");
        assertThat(messages.toString())
                .contains(
                        "warning: the pods of assay-1 are not deleted: jobs.batch is forbidden; 'kubectl delete job/assay-1 --namespace test' deletes them");
    }

    /** The API server gets the Job's UID, and answers that there is another by now. */
    @Test
    void aJobThatHasReplacedThatOfTheRunStays() throws Exception {
        Job job = create(job().build());
        ended(0);
        answerDeletion(409, "Precondition failed: UID in precondition");

        assertThat(attach()).isZero();

        assertThat(deletions(requests())).singleElement().satisfies(options -> {
            assertThat(options.getPreconditions().getUid())
                    .isEqualTo(job.getMetadata().getUid());
            assertThat(options.getPropagationPolicy()).isEqualTo("Background");
        });
        assertThat(messages.toString()).doesNotContain("warning");
    }

    @Test
    void theJobOfALostCoordinatorIsDeletedByItsUid() throws Exception {
        Job job = create(job().build());
        pod("Failed");
        answerDeletion(409, "");

        assertThatThrownBy(this::attach).hasMessage("the pod of the coordinator is gone: first: it is Failed");

        assertThat(deletions(requests()))
                .extracting(options -> options.getPreconditions().getUid())
                .containsExactly(job.getMetadata().getUid());
    }

    /** Kubernetes has deleted the pod of a Job that took too long. A worker's pod has another reason to be lost. */
    @Test
    void whyTheCoordinatorIsLostIsWhatItsJobSays() {
        create(job().withNewStatus()
                .addNewCondition()
                .withType("Failed")
                .withStatus("True")
                .withReason("DeadlineExceeded")
                .withMessage("Job was active longer than specified deadline")
                .endCondition()
                .endStatus()
                .build());
        worker("Failed");

        assertThatThrownBy(this::attach)
                .hasMessage(
                        "the pod of the coordinator is gone: its Job has failed: DeadlineExceeded: Job was active longer than specified deadline");
    }

    @Test
    void nobodyIsSaidToHaveDeletedACoordinatorThatIsNotThere() {
        create(job().build());
        worker("Failed");

        assertThatThrownBy(this::attach)
                .hasMessage("the pod of the coordinator is gone: Kubernetes no longer knows it");
    }

    /** Objects that belong to the Job can't be created. */
    @Test
    void theJobOfARunThatDoesNotStartIsDeletedByItsUid() throws Exception {
        server.expect()
                .post()
                .withPath("/api/v1/namespaces/test/secrets")
                .andReturn(403, status(403, "secrets is forbidden"))
                .always();

        assertThatThrownBy(this::start).hasMessageContaining("Kubernetes refuses: secrets is forbidden");

        assertThat(job(RUN)).isNull();
        List<RecordedRequest> requests = requests();
        List<OwnerReference> owners = requests.stream()
                .filter(request ->
                        request.getMethod().equals("POST") && request.getPath().endsWith("/secrets"))
                .map(request -> Serialization.unmarshal(request.getUtf8Body(), Secret.class))
                .flatMap(secret -> secret.getMetadata().getOwnerReferences().stream())
                .toList();
        assertThat(owners).extracting(OwnerReference::getKind).containsExactly("Job");
        assertThat(deletions(requests))
                .extracting(options -> options.getPreconditions().getUid())
                .containsExactly(owners.getFirst().getUid());
    }

    @Test
    void aRunWhoseNameIsTakenLeavesTheOtherAlone() {
        create(job().build());

        assertThatThrownBy(this::start).hasMessageContaining("Kubernetes refuses: ");

        assertThat(job(RUN)).as("the other run").isNotNull();
    }

    private void start() throws InterruptedException {
        try (PodRun run = run()) {
            run.start(PodPlans.ofWorkers(RUN, 1), Duration.ofMillis(1), () -> false);
        }
    }

    private static Status status(int code, String message) {
        return new StatusBuilder().withCode(code).withMessage(message).build();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "401 | your credentials are not accepted (",
                "403 | 'assay kubernetes role test' prints a Role",
                "404 | is it the right context?"
            })
    void aRefusalEndsTheCommandAtOnceAndSaysWhatToDo(int code, String advice) {
        for (String path : List.of(PODS, path("ended"), LOG + "true")) {
            server.reset();
            create(job().build());
            pod("Running");
            refuse(path, code, 0);
            answer("", "ended");

            assertThatThrownBy(this::attach)
                    .as(path)
                    .hasMessageContainingAll(
                            advice,
                            "; the run goes on in its pods, and 'assay kubernetes attach assay-1 kubernetes:test' comes back to it")
                    .isInstanceOfSatisfying(
                            CommandFailure.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.ENVIRONMENT));
        }
        assertThat(messages.toString()).isEmpty();
        assertThat(pace.nanos).isZero();
        assertThat(job(RUN)).isNotNull();
    }

    /** Kubernetes is asked every two seconds, and after a minute every ten. */
    @Test
    void whatKeepsKubernetesFromAnsweringIsSaidOnceAndEachMinute() throws Exception {
        create(job().build());
        refuse(path("ended"), 503, 40);
        ended(5);

        assertThat(attach()).isEqualTo(5);

        assertThat(messages.toString().lines())
                .startsWith(
                        "the run can't be asked whether it is over: HTTP 503; that is tried again for up to 30 min",
                        "the run can't be asked whether it is over, for 1 min now: HTTP 503",
                        "the run can't be asked whether it is over, for 2 min now: HTTP 503",
                        "Kubernetes answers again");
    }

    @Test
    void kubernetesThatStaysAwayEndsTheCommandAndNotTheRun() {
        create(job().build());
        pod("Running");
        refuse(path("ended"), 503, 0);

        assertThatThrownBy(this::attach)
                .hasMessage(
                        "the run can't be asked whether it is over for 30 min: HTTP 503; the run goes on in its pods, and 'assay kubernetes attach assay-1 kubernetes:test' comes back to it");

        assertThat(messages.toString().lines()).hasSize(30);
        assertThat(job(RUN)).isNotNull();
    }

    /** The node does not give the log, and tells all the same that the run has ended. */
    @Test
    void aRunThatIsOverIsFetchedAlthoughItsLogCannotBeRead() throws Exception {
        create(job().build());
        pod("Running");
        packed();
        exec("\n", "ended").times(3);
        answer("5\n", "ended");
        refuse(LOG + "true", 502, 0);
        refuse(LOG + "false", 502, 0);

        assertThat(attach()).isEqualTo(5);

        assertThat(messages.toString().lines())
                .startsWith(
                        "the log of the run can't be read: Kubernetes says 502; the run is followed without it meanwhile",
                        "warning: the end of the run's log can't be read: Kubernetes says 502");
    }

    /** A jar was deleted since it was listed. */
    @Test
    void aFileThatIsMissingHereIsNoOutage() {
        ApiServer asked = new ApiServer(client, Duration.ofMinutes(30), "", messages::write, pace);

        assertThatThrownBy(() -> asked.ask("the class path can't be sent", () -> {
                    throw new NoSuchFileException("a.jar");
                }))
                .isInstanceOf(CommandFailure.class)
                .hasMessage("the class path can't be sent: a.jar: NoSuchFileException");
        assertThat(messages.toString()).isEmpty();
    }

    @Test
    void thatPodsCannotBeCountedIsNoRefusedDeletion() throws Exception {
        create(job().build());
        ended(5);
        server.expect()
                .get()
                .withPath("/api/v1/namespaces/test/pods?labelSelector=assay-run%3Dassay-1")
                .andReturn(403, status(403, "pods is forbidden"))
                .always();

        assertThat(attach()).isEqualTo(5);

        assertThat(messages.toString())
                .contains("warning: whether the pods of assay-1 have ended is not known: pods is forbidden")
                .doesNotContain("are not deleted");
    }

    /** The log has lines of Kubernetes, forged ones, such that show nothing on a terminal, and one that is longer than any. */
    @Test
    void oddLinesOfTheLogEndNothing() throws Exception {
        create(job().build());
        log("""
                unable to retrieve container logs
                2026-01-01T00:00:00Z
                2026-01-01T00:00:01Z {"event":"step"}
                2026-01-01T00:00:02Z \u001b[2Jred
                2026-01-01T00:00:03Z %s
                2026-13-45T00:00:00Z no time
                2026-01-01T00:00:04Z assay-pods ended soon
                """.formatted("x".repeat(1 << 21)));
        ended(5);

        assertThat(attach()).isEqualTo(5);

        assertThat(events.toString()).isEqualTo("{\"event\":\"step\"}\n");
        assertThat(messages.toString())
                .startsWith("unable to retrieve container logs\n\n\\u001b[2Jred\nxxx")
                .contains("\n2026-13-45T00:00:00Z no time\n")
                .hasSizeLessThan(6000);
    }

    /** The clock of the node was put back, so that nothing is later than the last line that was printed. */
    @Test
    void aRunIsOverWhenItsPodHasRecordedThat() throws Exception {
        create(job().build());
        pod("Running");
        packed();
        exec("\n", "ended").times(2);
        answer("7\n", "ended");
        server.expect()
                .get()
                .withPath(LOG + "true")
                .andReturn(200, "2026-01-01T02:00:00Z begins\n2026-01-01T00:00:00Z assay-pods ended 0\n")
                .once();
        String since = "&sinceTime=2026-01-01T00:00:00Z";
        server.expect().get().withPath(LOG + "true" + since).andReturn(200, "").always();
        server.expect().get().withPath(LOG + "false" + since).andReturn(200, "").always();

        assertThat(attach()).isEqualTo(7);
    }

    @ParameterizedTest
    @CsvSource({
        "'', 'its pod says how large it is in words that mean nothing here: '",
        "'a b', 'its pod says how large'",
        "'a 9999999999999', '9536744 MiB are needed in '"
    })
    void whatThePodSaysOfItsSizeIsNotBelieved(String answer, String problem) {
        create(job().build());
        pod("Running");
        log("");
        answer("0\n", "ended");
        answer(answer, "pack");

        assertThatThrownBy(this::attach)
                .hasMessageContainingAll(
                        "the run can't be fetched: " + problem,
                        "; it stays in its pod, and 'assay kubernetes attach assay-1 kubernetes:test' tries again");
        assertThat(folder).isEmptyDirectory();
    }

    /** Nothing listens at that address. */
    @Test
    void aServerThatIsNotThereIsNoDefectOfAssays() throws IOException {
        try (Socket takenButSilent = new Socket()) {
            takenButSilent.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            String url = "http://127.0.0.1:%d/".formatted(takenButSilent.getLocalPort());
            KubernetesClient away = new KubernetesClientBuilder()
                    .withConfig(new ConfigBuilder(client.getConfiguration())
                            .withMasterUrl(url)
                            .withRequestRetryBackoffLimit(0)
                            .build())
                    .build();
            try (PodRun run = run(away)) {
                assertThatThrownBy(() -> run.start(PodPlans.ofWorkers(RUN, 1), Duration.ofMillis(1), () -> false))
                        .hasMessageStartingWith("Kubernetes at " + url + " does not answer: ");
                for (ThrowingCallable question : List.<ThrowingCallable>of(run::lacking, () -> run.attach(RUN))) {
                    assertThatThrownBy(question)
                            .hasMessageStartingWith("Kubernetes at " + url + " can't be asked for ")
                            .isInstanceOfSatisfying(
                                    CommandFailure.class,
                                    e -> assertThat(e.exitCode()).isEqualTo(ExitCode.ENVIRONMENT));
                }
            }
        }
    }

    /** The other side has lost its power or its network, and no packet says so. */
    @Test
    void aConnectionOnWhichNothingArrivesIsGivenUp() throws Exception {
        PipedInputStream silent = new PipedInputStream(new PipedOutputStream());
        AtomicLong nanos = new AtomicLong();
        ApiServer.Pace quick = new ApiServer.Pace() {
            @Override
            public long nanoTime() {
                return nanos.get();
            }

            @Override
            public void pause(Duration length) {
                nanos.addAndGet(length.toNanos());
            }
        };

        assertThat(new PodLog(client, new PrintWriter(messages), new PrintWriter(events)).print(silent, quick))
                .isFalse();
        assertThat(Duration.ofNanos(nanos.get())).isBetween(Duration.ofMinutes(1), Duration.ofMinutes(2));
    }

    private PodRun run() {
        // A client of its own, since closing the tested object closes its client, too.
        return run(new KubernetesClientBuilder()
                .withConfig(client.getConfiguration())
                .build());
    }

    private PodRun run(KubernetesClient own) {
        return PodRun.with(
                own,
                PodPlans.ofWorkers(RUN, 1).pods(),
                new PrintWriter(messages, true),
                new PrintWriter(events, true),
                folder,
                pace);
    }

    private int attach() throws InterruptedException {
        try (PodRun run = run()) {
            return run.attach(RUN);
        }
    }

    private static JobBuilder job() {
        return PodObjects.job(PodPlans.ofWorkers(RUN, 1)).edit();
    }

    private @Nullable Job job(String name) {
        return client.batch().v1().jobs().withName(name).get();
    }

    private Job create(Job job) {
        return client.resource(job).create();
    }

    private void pod(String phase) {
        pod("first", RUN, phase);
    }

    private void worker(String phase) {
        pod("worker", PodPlan.workersJob(RUN), phase);
    }

    private void pod(String name, String job, String phase) {
        client.resource(Serialization.unmarshal(
                        """
                        apiVersion: v1
                        kind: Pod
                        metadata:
                          name: %s
                          labels: { "%s": %s, "%s": "0", assay-run: assay-1 }
                        spec: { containers: [{ name: assay, image: i }] }
                        status: { phase: %s }
                        """.formatted(name, PodObjects.JOB_LABEL, job, PodObjects.INDEX_LABEL, phase), Pod.class))
                .create();
    }

    /** Adds a run whose coordinator has ended with that code, and whose first pod serves what was measured. */
    private void ended(int code) throws IOException {
        pod("Running");
        log("2026-01-01T00:00:00Z assay-pods ended %d\n".formatted(code));
        answer(code + "\n", "ended");
        packed();
    }

    private void log(String text) {
        server.expect().get().withPath(LOG + "true").andReturn(200, text).always();
        server.expect().get().withPath(LOG + "false").andReturn(200, text).always();
    }

    private void packed() throws IOException {
        Path packed = folder.resolve("packed.zip");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(packed))) {
            zip.putNextEntry(new ZipEntry("20260101T000000Z-first/run.json"));
            zip.write('x');
            zip.closeEntry();
        }
        String bytes = new String(Files.readAllBytes(packed), StandardCharsets.ISO_8859_1);
        answer(Sha256.ofFile(packed) + " " + bytes.length(), "pack");
        answer(bytes, "read", "0", Integer.toString(bytes.length()));
        answer("", "release");
    }

    private void answer(String text, String... command) {
        exec(text, command).always();
    }

    private TimesOnceableOrHttpHeaderable<Void> exec(String text, String... command) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        byte[] output = new byte[bytes.length + 1];
        output[0] = 1; // The stream: standard output.
        System.arraycopy(bytes, 0, output, 1, bytes.length);
        return server.expect()
                .get()
                .withPath(path(command))
                .andUpgradeToWebSocket()
                .open(new WebSocketMessage(0L, output, true, true), new StatusMessage(0))
                .done();
    }

    private static String path(String... command) {
        return "/api/v1/namespaces/test/pods/first/exec?"
                + Arrays.stream(FirstPod.boot(command))
                        .map(word -> "command=" + Utils.toUrlEncoded(word))
                        .collect(Collectors.joining("&"))
                + "&container=assay&stdout=true&stderr=true";
    }

    private void refuse(String path, int code, int times) {
        var answer = server.expect()
                .get()
                .withPath(path)
                .andReturn(
                        code,
                        new StatusBuilder()
                                .withCode(code)
                                .withMessage("Kubernetes says " + code)
                                .build());
        if (times == 0) {
            answer.always();
        } else {
            answer.times(times);
        }
    }

    private void answerDeletion(int code, String message) {
        server.expect()
                .delete()
                .withPath("/apis/batch/v1/namespaces/test/jobs/" + RUN)
                .andReturn(code, status(code, message))
                .always();
    }

    private static List<DeleteOptions> deletions(List<RecordedRequest> requests) {
        return requests.stream()
                .filter(request -> request.getMethod().equals("DELETE")
                        && request.getPath().contains("/jobs/"))
                .map(request -> Serialization.unmarshal(request.getUtf8Body(), DeleteOptions.class))
                .toList();
    }

    private List<RecordedRequest> requests() throws InterruptedException {
        List<RecordedRequest> requests = new ArrayList<>();
        for (RecordedRequest request = request(); request != null; request = request()) {
            requests.add(request);
        }
        return requests;
    }

    private @Nullable RecordedRequest request() throws InterruptedException {
        return server.takeRequest(0, TimeUnit.SECONDS);
    }
}
