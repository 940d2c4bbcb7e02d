package dev.assay.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Waits for pods as Kubernetes describes them, on a server without controllers: nothing changes by itself. */
@EnableKubernetesMockClient(crud = true)
@SuppressWarnings("NullAway.Init") // The extension sets the field.
@Tag("slow")
class StartBarrierTest {
    private static final Duration LIMIT = Duration.ofMillis(1);

    private static final String RUNNING = """
            phase: Running
            containerStatuses: [ { name: assay, state: { running: {} } } ]
            """;

    KubernetesClient client;

    @Test
    void passesOnceAllRun() throws InterruptedException {
        pod(0, RUNNING);
        pod(1, RUNNING);
        barrier(1).await(LIMIT);
    }

    @Test
    void namesAPodThatFitsOnNoNode() {
        pod(0, RUNNING);
        pod(1, """
                phase: Pending
                conditions:
                  - { type: PodScheduled, status: "False", reason: Unschedulable, message: "0/3 nodes are available: 3 Insufficient cpu." }
                """);
        assertThatThrownBy(() -> barrier(1).await(LIMIT))
                .isInstanceOfSatisfying(
                        CommandFailure.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.ENVIRONMENT))
                .hasMessageContaining("of 2 pods, 1 did not start")
                .hasMessageContaining("run-1: Unschedulable: 0/3 nodes are available: 3 Insufficient cpu.");
    }

    /** Ends at once, as waiting does not help. */
    @Test
    void namesAnImageThatIsNotThere() {
        pod(0, RUNNING);
        pod(1, """
                phase: Pending
                containerStatuses:
                  - { name: assay, state: { waiting: { reason: ImagePullBackOff, message: "Back-off pulling image \\"no/such:1\\"" } } }
                """);
        assertThatThrownBy(() -> barrier(1).await(Duration.ofDays(1)))
                .hasMessageContaining("run-1: ImagePullBackOff: Back-off pulling image \"no/such:1\"");
    }

    @Test
    void namesAPodThatHadTooLittleMemory() {
        pod(0, RUNNING);
        pod(1, """
                phase: Failed
                containerStatuses:
                  - { name: assay, state: { terminated: { exitCode: 137, reason: OOMKilled } } }
                """);
        assertThatThrownBy(() -> barrier(1).await(Duration.ofDays(1)))
                .hasMessageContaining("run-1: it ended with 137 (OOMKilled)");
    }

    @Test
    void namesAPodThatWasEvicted() {
        pod(0, RUNNING);
        pod(1, "{ phase: Failed, reason: Evicted, message: The node was low on resource memory }");
        assertThatThrownBy(() -> barrier(1).await(Duration.ofDays(1)))
                .hasMessageContaining("run-1: Evicted: The node was low on resource memory");
    }

    @Test
    void saysWhatKeepsPodsFromBeingCreated() {
        pod(0, RUNNING);
        client.resource(new EventBuilder()
                        .withNewMetadata()
                        .withName("run.1")
                        .withNamespace(client.getNamespace())
                        .endMetadata()
                        .withNewInvolvedObject()
                        .withName("run-w")
                        .endInvolvedObject()
                        .withReason("FailedCreate")
                        .withMessage(
                                "Error creating: pods \"run-1-x\" is forbidden: exceeded quota: few, requested: cpu=1")
                        .build())
                .create();
        assertThatThrownBy(() -> barrier(1).await(LIMIT))
                .hasMessageContaining("1 of 2 pods were not created: forbidden: exceeded quota: few, requested: cpu=1");
    }

    @Test
    void pullingAnImageMayTakeAWhile() {
        Pod pulling = described(0, """
                phase: Pending
                containerStatuses: [ { name: assay, state: { waiting: { reason: ContainerCreating } } } ]
                """);
        assertThat(StartBarrier.hindrance(pulling))
                .hasValueSatisfying(hindrance -> assertThat(hindrance.lasting()).isFalse());
    }

    private StartBarrier barrier(int workers) {
        return new StartBarrier(client, PodPlans.ofWorkers("run", workers));
    }

    private void pod(int index, String status) {
        client.resource(described(index, status)).create();
    }

    private Pod described(int index, String status) {
        return Serialization.unmarshal("""
                apiVersion: v1
                kind: Pod
                metadata:
                  name: run-%d
                  namespace: %s
                  labels: { assay-run: run }
                spec: { containers: [ { name: assay } ] }
                status:
                """.formatted(index, client.getNamespace()) + status.indent(2), Pod.class);
    }
}
