package dev.assay.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.kubernetes.PodPlacement.ServiceName;
import dev.assay.model.result.Placement;
import dev.assay.model.result.Placement.ServerPod;
import dev.assay.model.result.Placement.WorkerPod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Finds placements from pods, nodes and endpoints as Kubernetes describes them. */
@EnableKubernetesMockClient(crud = true)
@SuppressWarnings("NullAway.Init") // The extension sets the field.
class PodPlacementTest {
    KubernetesClient client;

    @Test
    void nodesAndServersAreFoundByWhatKubernetesTells() {
        pod(1, "n2", "", "Guaranteed");
        pod(0, "n1", "", "Guaranteed");
        node("n1", "m5.large");
        node("n2", "m5.xlarge");
        slice("kafka-bootstrap", "kafka-0", "n2");

        Placement placement = find();

        assertThat(placement.workers())
                .containsExactly(
                        new WorkerPod("w1", "n1", "java@sha256:0f", "Guaranteed", List.of()),
                        new WorkerPod("w2", "n2", "java@sha256:0f", "Guaranteed", List.of()));
        assertThat(placement.nodes())
                .containsEntry("n1", new Placement.Node("eu-1a", "m5.large", "amd64", "2", "6.1.0"))
                .containsEntry("n2", new Placement.Node("eu-1a", "m5.xlarge", "amd64", "2", "6.1.0"));
        assertThat(placement.servers()).containsExactly(new ServerPod("kafka-0", "n2"));
        assertThat(placement.unknown()).isEmpty();
    }

    /** Covers containers injected in both ways: as plain ones, and as sidecars. */
    @Test
    void containersBesideTheWorkersAreNamed() {
        pod(0, "n1", """
                  - { name: istio-proxy, image: i }
                  initContainers:
                  - { name: istio-init, image: i }
                  - { name: linkerd-proxy, image: i, restartPolicy: Always }
                """, "Burstable");
        assertThat(find().workers())
                .containsExactly(new WorkerPod(
                        "w1", "n1", "java@sha256:0f", "Burstable", List.of("istio-proxy", "linkerd-proxy")));
    }

    @Test
    void whatIsNotFoundIsNotKnown() {
        pod(0, "n1", "", "Guaranteed");
        slice("other", "other-0", "n1");

        Placement placement = find();

        assertThat(placement.servers()).isEmpty();
        assertThat(placement.nodes()).isEmpty();
        assertThat(placement.unknown())
                .singleElement()
                .asString()
                .contains("on which nodes the servers at kafka-bootstrap.brokers.svc are");
    }

    @Test
    void servicesHaveTheNamesThatPodsLookThemUpBy() {
        assertThat(ServiceName.of("kafka", "load")).hasValue(new ServiceName("", "kafka", "load"));
        assertThat(ServiceName.of("kafka.brokers", "load")).hasValue(new ServiceName("", "kafka", "brokers"));
        assertThat(ServiceName.of("kafka.brokers.svc", "load")).hasValue(new ServiceName("", "kafka", "brokers"));
        assertThat(ServiceName.of("kafka.brokers.svc.cluster.local", "load"))
                .hasValue(new ServiceName("", "kafka", "brokers"));
        assertThat(ServiceName.of("k-0.kafka.brokers.svc.cluster.local", "load"))
                .hasValue(new ServiceName("k-0", "kafka", "brokers"));
        assertThat(ServiceName.of("192.0.2.7", "load")).isEmpty();
        assertThat(ServiceName.of("kafka.example.com", "load")).isEmpty();
    }

    @Test
    void addressesAreToldFromOtherSettings() {
        assertThat(PodPlanner.hosts("a.b.svc:9092,c:9092")).containsExactly("a.b.svc", "c");
        assertThat(PodPlanner.hosts("pulsar+ssl://proxy.pulsar:6651")).containsExactly("proxy.pulsar");
        assertThat(PodPlanner.hosts("amqp://user:pass%40word@rabbit/vhost")).containsExactly("rabbit");
        assertThat(PodPlanner.hosts("public")).isEmpty();
        assertThat(PodPlanner.hosts("3")).isEmpty();
        assertThat(PodPlanner.hosts("")).isEmpty();
    }

    private Placement find() {
        return new PodPlacement(client, PodPlans.ofWorkers("run", 2)).find();
    }

    /** @param more YAML of further containers and of the fields after them */
    private void pod(int index, String node, String more, String qos) {
        create("""
                apiVersion: v1
                kind: Pod
                metadata:
                  name: run-w-%1$d
                  namespace: %5$s
                  labels: { batch.kubernetes.io/job-name: run-w, batch.kubernetes.io/job-completion-index: "%1$d" }
                spec:
                  nodeName: %2$s
                  containers:
                  - { name: assay, image: i }
                %3$s
                status:
                  phase: Running
                  qosClass: %4$s
                  containerStatuses: [ { name: assay, image: "java:25", imageID: "java@sha256:0f" } ]
                """.formatted(index, node, more.stripTrailing(), qos, client.getNamespace()));
    }

    private void node(String name, String type) {
        create("""
                apiVersion: v1
                kind: Node
                metadata:
                  name: %s
                  labels: { topology.kubernetes.io/zone: eu-1a, node.kubernetes.io/instance-type: %s }
                status:
                  capacity: { cpu: "2" }
                  nodeInfo: { architecture: amd64, kernelVersion: 6.1.0 }
                """.formatted(name, type));
    }

    private void slice(String service, String pod, String node) {
        create("""
                apiVersion: discovery.k8s.io/v1
                kind: EndpointSlice
                metadata:
                  name: %1$s-x
                  namespace: brokers
                  labels: { kubernetes.io/service-name: %1$s }
                addressType: IPv4
                endpoints:
                  - { addresses: [10.0.0.1], nodeName: %3$s, targetRef: { kind: Pod, name: %2$s } }
                ports: []
                """.formatted(service, pod, node));
    }

    private void create(String yaml) {
        client.resource(yaml).create();
    }
}
