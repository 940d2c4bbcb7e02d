package dev.assay.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.cluster.artifact.Sha256;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import io.fabric8.kubernetes.api.model.DeleteOptions;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.kubernetes.client.server.mock.StatusMessage;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.fabric8.kubernetes.client.utils.Utils;
import io.fabric8.mockwebserver.http.RecordedRequest;
import io.fabric8.mockwebserver.internal.WebSocketMessage;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
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

    KubernetesMockServer server;
    KubernetesClient client;

    @TempDir
    Path folder;

    private final StringWriter messages = new StringWriter();

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

        assertThat(deletions()).singleElement().satisfies(options -> {
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

        assertThatThrownBy(this::attach).hasMessageContaining("the pod of the coordinator is gone");

        assertThat(deletions())
                .extracting(options -> options.getPreconditions().getUid())
                .containsExactly(job.getMetadata().getUid());
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
        assertThat(deletions())
                .extracting(options -> options.getPreconditions().getUid())
                .doesNotContainNull()
                .hasSize(1);
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

    private PodRun run() {
        // A client of its own, since closing the tested object closes its client, too.
        KubernetesClient own = new KubernetesClientBuilder()
                .withConfig(client.getConfiguration())
                .build();
        return PodRun.with(own, PodPlans.ofWorkers(RUN, 1).pods(), new PrintWriter(messages, true), folder);
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
        client.resource(Serialization.unmarshal(
                        """
                        apiVersion: v1
                        kind: Pod
                        metadata:
                          name: first
                          labels: { "%s": %s, "%s": "0", assay-run: assay-1 }
                        spec: { containers: [{ name: assay, image: i }] }
                        status: { phase: %s }
                        """.formatted(PodObjects.JOB_LABEL, RUN, PodObjects.INDEX_LABEL, phase), Pod.class))
                .create();
    }

    /** Adds a run whose coordinator has ended with that code, and whose first pod serves what was measured. */
    private void ended(int code) throws IOException {
        pod("Running");
        server.expect()
                .get()
                .withPath(
                        "/api/v1/namespaces/test/pods/first/log?pretty=false&container=assay&timestamps=true&follow=true")
                .andReturn(200, "2026-01-01T00:00:00Z assay-pods ended %d\n".formatted(code))
                .always();
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
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        byte[] output = new byte[bytes.length + 1];
        output[0] = 1; // The stream: standard output.
        System.arraycopy(bytes, 0, output, 1, bytes.length);
        server.expect()
                .get()
                .withPath("/api/v1/namespaces/test/pods/first/exec?"
                        + Arrays.stream(FirstPod.boot(command))
                                .map(word -> "command=" + Utils.toUrlEncoded(word))
                                .collect(Collectors.joining("&"))
                        + "&container=assay&stdout=true&stderr=true")
                .andUpgradeToWebSocket()
                .open(new WebSocketMessage(0L, output, true, true), new StatusMessage(0))
                .done()
                .always();
    }

    private void answerDeletion(int code, String message) {
        server.expect()
                .delete()
                .withPath("/apis/batch/v1/namespaces/test/jobs/" + RUN)
                .andReturn(code, status(code, message))
                .always();
    }

    private List<DeleteOptions> deletions() throws InterruptedException {
        List<DeleteOptions> deletions = new ArrayList<>();
        for (RecordedRequest request = request(); request != null; request = request()) {
            if (request.getMethod().equals("DELETE") && request.getPath().contains("/jobs/")) {
                deletions.add(Serialization.unmarshal(request.getUtf8Body(), DeleteOptions.class));
            }
        }
        return deletions;
    }

    private @Nullable RecordedRequest request() throws InterruptedException {
        return server.takeRequest(0, TimeUnit.SECONDS);
    }
}
