package dev.assay.e2e;

import static dev.assay.e2e.RealKubernetes.image;
import static dev.assay.e2e.RealKubernetes.kubectl;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.e2e.AssayProgram.Ended;
import dev.assay.e2e.AssayProgram.Running;
import dev.assay.model.result.StoredTrial;
import dev.assay.model.result.Verdict.Reason;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs in pods; also against a broker there where {@code ASSAY_TEST_BROKER_IMAGE} names an image with Kafka on its class path, {@code /app/*}.
 */
@Tag("slow")
class KubernetesTest {
    @TempDir
    Path folder;

    private static final Duration LIMIT = Duration.ofMinutes(5);

    private AssayProgram assay;
    private boolean hasCluster;

    @BeforeEach
    void requireACluster() throws Exception {
        RealKubernetes.require();
        hasCluster = true;
        assay = AssayProgram.in(folder).with("KUBECONFIG", System.getenv("KUBECONFIG"));
        assay.write("memory.yaml", Scenarios.memory("100 B", "3 s"));
        assay.write("long.yaml", Scenarios.memory("100 B", "5 min"));
    }

    @AfterEach
    void nothingIsLeft() throws Exception {
        if (hasCluster) {
            kubectl("delete pod,service,configmap -l assay-test=broker --now --ignore-not-found");
            assertThat(RealKubernetes.objects()).isEmpty();
        }
    }

    @Test
    void theRunIsFetchedAndThePodsAreGone() throws Exception {
        Ended ended = assay.run(LIMIT, inPods("memory.yaml", image()));
        assertThat(ended.code()).as(ended.said()).isZero();
        assertThat(ended.said()).contains("starting 2 pods of assay-", "the run is in ");
        assertThat(assay.runs()).singleElement().satisfies(run -> {
            assertThat(run.resolve("report.html")).isNotEmptyFile();
            Path trial = run.resolve("trials").resolve("001-memory");
            assertThat(trial.resolve("placement.json")).content().contains("Guaranteed");
            assertThat(trial.resolve("series.csv")).content().contains("worker_throttled_ratio");
        });
    }

    @Test
    void threeWorkersAgainstABrokerThereAreMergedExactly() throws Exception {
        startBroker();
        Ended ended = assay.run(LIMIT, onBroker("5 s", "--workers", "3"));
        FinishedTrials.assertMeasured(ended);
        StoredTrial trial = FinishedTrials.only(assay);
        FinishedTrials.assertComplete(trial);
        assertThat(trial.trial().setup().workers()).hasSize(3);
        assertThat(trial.trial().verdict().reasons())
                .as("with one node, the broker is on that of the workers")
                .extracting(Reason::code)
                .contains("shared-node");
        assertThat(FinishedTrials.responses(trial).getTotalCount())
                .as("1,000 messages each second for 5 s")
                .isEqualTo(5_000);
    }

    @Test
    void aQuotaThatIsTooSmallIsNamed() throws Exception {
        kubectl("create namespace assay-test-quota");
        try {
            kubectl("create quota small --hard=pods=1 --namespace assay-test-quota");
            Ended ended = assay.run(LIMIT, inPods("memory.yaml", image(), "namespace: assay-test-quota"));
            assertThat(ended.code()).as(ended.said()).isEqualTo(3);
            assertThat(ended.said()).contains("exceeded quota: small");
            assertThat(kubectl("get job,pod --namespace assay-test-quota -o name"))
                    .doesNotContain("assay-");
        } finally {
            kubectl("delete namespace assay-test-quota");
        }
    }

    @Test
    void aWorkersPodThatIsKilledUnderLoadEndsTheRunAndIsNamed() throws Exception {
        startBroker();
        Running running = assay.start(onBroker("4 min", "--workers", "2")).awaitText("offered", LIMIT);
        kubectl("delete pod -l app.kubernetes.io/component=worker,batch.kubernetes.io/job-completion-index=1 --now");
        Ended ended = running.await(LIMIT);
        assertThat(ended.code()).as(ended.said()).isEqualTo(3);
        assertThat(ended.said()).contains("w2");
    }

    @Test
    void theCoordinatorsPodThatIsKilledIsNamed() throws Exception {
        Running running = assay.start(inPods("long.yaml", image())).awaitText("offered", LIMIT);
        kubectl("delete pod -l app.kubernetes.io/component=coordinator --now");
        Ended ended = running.await(LIMIT);
        assertThat(ended.code()).as(ended.said()).isEqualTo(3);
        assertThat(ended.said()).contains("the pod of the coordinator is gone");
    }

    @Test
    void eventsForProgramsAreAllThatIsOnStandardOutput() throws Exception {
        Running running = assay.start(Stream.concat(Arrays.stream(inPods("memory.yaml", image())), Stream.of("--json"))
                .toArray(String[]::new));
        assertThat(running.await(LIMIT).code()).isZero();
        assertThat(running.out().lines()).isNotEmpty().allMatch(line -> line.startsWith("{"));
    }

    @Test
    void anImageThatIsNotThereIsNamed() throws Exception {
        Ended ended = assay.run(LIMIT, inPods("memory.yaml", "localhost/no-such:1"));
        assertThat(ended.code()).as(ended.said()).isEqualTo(3);
        assertThat(ended.said()).contains("of 2 pods, ", "ImagePullBackOff");
    }

    @Test
    void podsThatFitOnNoNodeAreNamed() throws Exception {
        assay.write("fleet.yaml", "pods: { image: '%s', cpu: 900, patience: 5s }".formatted(image()));
        Ended ended = assay.run(LIMIT, "run", "memory.yaml", "--workers-on", "kubernetes:@fleet.yaml");
        assertThat(ended.code()).as(ended.said()).isEqualTo(3);
        assertThat(ended.said()).contains("Unschedulable", "Insufficient cpu");
    }

    @Test
    void theRunGoesOnAfterAKillAndIsAttachedTo() throws Exception {
        Running running = assay.start(inPods("memory.yaml", image())).awaitText("sending \\d+ MiB", LIMIT);
        String run = running.out().replaceAll("(?s).*pods of (assay-[0-9a-f]+).*", "$1");
        running.awaitText("connecting", LIMIT).process().destroyForcibly().waitFor();
        assertThat(kubectl("get job " + run + " -o name")).contains(run);
        Ended attached = assay.run(LIMIT, "kubernetes", "attach", run);
        assertThat(attached.code()).as(attached.said()).isZero();
        assertThat(assay.runs()).hasSize(1);
    }

    /** The first pod waits to be fetched. */
    @Test
    void workersEndWithTheRunThoughNobodyFetchesIt() throws Exception {
        Running running = assay.start(inPods("memory.yaml", image())).awaitText("sending \\d+ MiB", LIMIT);
        String run = running.out().replaceAll("(?s).*pods of (assay-[0-9a-f]+).*", "$1");
        running.awaitText("connecting", LIMIT).process().destroyForcibly().waitFor();
        kubectl("wait job/" + run + "-w --for=condition=Complete --timeout=120s");
        assertThat(kubectl("get pod -l app.kubernetes.io/component=coordinator -o jsonpath={.items[*].status.phase}"))
                .isEqualTo("Running");
        assertThat(assay.run(LIMIT, "kubernetes", "attach", run).code()).isZero();
        assertThat(assay.runs()).hasSize(1);
    }

    @Test
    void withoutATerminalCtrlCEndsTheRun() throws Exception {
        Running running = assay.start(inPods("long.yaml", image())).awaitText("connecting", LIMIT);
        new ProcessBuilder("kill", "-INT", Long.toString(running.pid())).start().waitFor();
        assertThat(running.await(LIMIT).code()).isEqualTo(130);
    }

    private static void startBroker() throws Exception {
        String image = System.getenv("ASSAY_TEST_BROKER_IMAGE");
        if (image == null) {
            System.out.println("skipped: a broker in pods: ASSAY_TEST_BROKER_IMAGE names no image with Kafka");
        }
        assumeTrue(image != null);
        String manifest = Files.readString(Path.of("src/test/resources/kubernetes/broker.yaml"));
        Path file = Files.createTempFile("broker", ".yaml");
        try {
            Files.writeString(file, manifest.replace("BROKER-IMAGE", image));
            kubectl("apply --filename " + file);
            kubectl("wait pod/assay-test-broker --for=condition=Ready --timeout=120s");
        } finally {
            Files.delete(file);
        }
    }

    private String[] onBroker(String measure, String... more) throws Exception {
        assay.write(
                "broker.yaml",
                Scenarios.existing("assay-test-broker:9092", measure).replace("replication: 3", "replication: 1"));
        return Stream.concat(Arrays.stream(inPods("broker.yaml", image())), Arrays.stream(more))
                .toArray(String[]::new);
    }

    private String[] inPods(String scenario, String image, String... more) throws Exception {
        return RealKubernetes.run(assay, scenario, image, more);
    }
}
