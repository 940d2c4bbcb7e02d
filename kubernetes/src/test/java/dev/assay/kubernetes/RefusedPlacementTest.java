package dev.assay.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.result.Placement;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodListBuilder;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.kubernetes.client.utils.Utils;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Looks with the rights that a run needs, and no others. */
@EnableKubernetesMockClient
@SuppressWarnings("NullAway.Init") // The extension sets the fields.
class RefusedPlacementTest {
    KubernetesMockServer server;
    KubernetesClient client;

    @Test
    void whatMayNotBeAskedIsNotKnown() {
        answer(
                "/api/v1/namespaces/%s/pods?labelSelector=%s"
                        .formatted(client.getNamespace(), Utils.toUrlEncoded(PodObjects.JOB_LABEL + "=run-w")),
                200,
                new PodListBuilder()
                        .addToItems(new PodBuilder()
                                .withNewMetadata()
                                .withName("run-w-0")
                                .withLabels(Map.of(PodObjects.INDEX_LABEL, "0"))
                                .endMetadata()
                                .withNewSpec()
                                .withNodeName("n1")
                                .endSpec()
                                .withNewStatus()
                                .withQosClass("Guaranteed")
                                .endStatus()
                                .build())
                        .build());
        refuse("/api/v1/nodes/n1", "nodes is forbidden");
        refuse(
                "/apis/discovery.k8s.io/v1/namespaces/brokers/endpointslices?labelSelector="
                        + Utils.toUrlEncoded("kubernetes.io/service-name=kafka-bootstrap"),
                "endpointslices is forbidden");

        Placement placement = new PodPlacement(client, PodPlans.ofWorkers("run", 1)).find();

        assertThat(placement.workers()).singleElement().satisfies(worker -> {
            assertThat(worker.node()).isEqualTo("n1");
            assertThat(worker.qos()).isEqualTo("Guaranteed");
        });
        assertThat(placement.nodes()).isEmpty();
        assertThat(placement.servers()).isEmpty();
        assertThat(placement.unknown())
                .containsExactly(
                        "on which nodes the servers at kafka-bootstrap.brokers.svc are: endpointslices is forbidden",
                        "of what kind the nodes are: nodes is forbidden");
    }

    private void answer(String path, int code, Object body) {
        server.expect().get().withPath(path).andReturn(code, body).always();
    }

    private void refuse(String path, String message) {
        answer(path, 403, new StatusBuilder().withCode(403).withMessage(message).build());
    }
}
