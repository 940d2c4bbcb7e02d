package dev.assay.kubernetes;

import dev.assay.model.result.Placement;
import dev.assay.model.result.Placement.ServerPod;
import dev.assay.model.result.Placement.WorkerPod;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeStatus;
import io.fabric8.kubernetes.api.model.NodeSystemInfo;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.discovery.v1.Endpoint;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the nodes of a run's pods, and of those of the measured system. A run needs no right to look at nodes and at the endpoints
 * of services, so they are found only where the user happens to have it; otherwise the placement says that it is unknown.
 */
final class PodPlacement {
    private static final String ZONE = "topology.kubernetes.io/zone";
    private static final String INSTANCE_TYPE = "node.kubernetes.io/instance-type";

    /** The label of a service on the slices of its endpoints, set by Kubernetes. */
    private static final String SERVICE = "kubernetes.io/service-name";

    private static final String ALWAYS = "Always";

    private final KubernetesClient client;
    private final PodPlan plan;
    private final List<String> unknown = new ArrayList<>();

    PodPlacement(KubernetesClient client, PodPlan plan) {
        this.client = client;
        this.plan = plan;
    }

    /** Finds the placement; call it once all pods run. */
    Placement find() {
        Map<Integer, WorkerPod> workers = workers();
        return new Placement(List.copyOf(workers.values()), servers(), nodes(workers.values()), unknown);
    }

    /** Returns the workers' pods by their index. */
    private Map<Integer, WorkerPod> workers() {
        Map<Integer, WorkerPod> workers = new TreeMap<>();
        for (Pod pod : client.pods()
                .withLabel(PodObjects.JOB_LABEL, PodPlan.workersJob(plan.name()))
                .list()
                .getItems()) {
            int index = Integer.parseInt(pod.getMetadata().getLabels().getOrDefault(PodObjects.INDEX_LABEL, "0"));
            workers.put(
                    index,
                    new WorkerPod(
                            "w" + (index + 1),
                            text(pod.getSpec().getNodeName()),
                            image(pod),
                            text(pod.getStatus().getQosClass()),
                            sidecars(pod.getSpec())));
        }
        return workers;
    }

    /** Returns the image that the node has run, which is by digest whatever name it was asked for. */
    private static String image(Pod pod) {
        return pod.getStatus().getContainerStatuses().stream()
                .filter(container -> PodObjects.CONTAINER.equals(container.getName()))
                .map(ContainerStatus::getImageID)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse("");
    }

    /**
     * Returns the names of containers beside Assay's, among them init containers that are always restarted, which run as long as the pod
     * does.
     */
    private static List<String> sidecars(PodSpec pod) {
        return Stream.concat(
                        pod.getContainers().stream()
                                .filter(container -> !PodObjects.CONTAINER.equals(container.getName())),
                        pod.getInitContainers().stream().filter(init -> ALWAYS.equals(init.getRestartPolicy())))
                .map(Container::getName)
                .toList();
    }

    private Map<String, Placement.Node> nodes(Iterable<WorkerPod> workers) {
        Map<String, Placement.Node> nodes = new TreeMap<>();
        try {
            for (WorkerPod worker : workers) {
                Node node = worker.node().isEmpty() || nodes.containsKey(worker.node())
                        ? null
                        : client.nodes().withName(worker.node()).get();
                if (node != null) {
                    nodes.put(worker.node(), facts(node));
                }
            }
        } catch (KubernetesClientException e) {
            unknown.add("of what kind the nodes are: " + Problem.text(e));
        }
        return nodes;
    }

    private static Placement.Node facts(Node node) {
        Map<String, String> labels = node.getMetadata().getLabels();
        NodeStatus status = node.getStatus();
        NodeSystemInfo system = status == null ? null : status.getNodeInfo();
        Quantity processors = status == null ? null : status.getCapacity().get("cpu");
        return new Placement.Node(
                labels.getOrDefault(ZONE, ""),
                labels.getOrDefault(INSTANCE_TYPE, ""),
                system == null ? "" : text(system.getArchitecture()),
                processors == null ? "" : processors.toString(),
                system == null ? "" : text(system.getKernelVersion()));
    }

    private List<ServerPod> servers() {
        Set<ServerPod> servers = new LinkedHashSet<>();
        for (String host : plan.servers()) {
            try {
                List<ServerPod> pods = ServiceName.of(host, client.getNamespace())
                        .map(this::endpoints)
                        .orElse(List.of());
                if (pods.isEmpty()) {
                    unknown.add(
                            "on which nodes the servers at %s are: no service of this cluster has that name, or none of its pods is known"
                                    .formatted(host));
                }
                servers.addAll(pods);
            } catch (KubernetesClientException e) {
                unknown.add("on which nodes the servers at %s are: %s".formatted(host, Problem.text(e)));
            }
        }
        return List.copyOf(servers);
    }

    private List<ServerPod> endpoints(ServiceName service) {
        List<ServerPod> pods = new ArrayList<>();
        for (EndpointSlice slice : client.discovery()
                .v1()
                .endpointSlices()
                .inNamespace(service.namespace())
                .withLabel(SERVICE, service.name())
                .list()
                .getItems()) {
            for (Endpoint endpoint : slice.getEndpoints()) {
                if (service.pod().isEmpty() || service.pod().equals(endpoint.getHostname())) {
                    String name = endpoint.getTargetRef() == null
                            ? String.join(", ", endpoint.getAddresses())
                            : endpoint.getTargetRef().getName();
                    pods.add(new ServerPod(name, text(endpoint.getNodeName())));
                }
            }
        }
        return pods;
    }

    /** @param pod one of the service's pods; empty for all of them */
    record ServiceName(String pod, String name, String namespace) {
        private static final String OF_SERVICES = "svc";

        /**
         * Parses a host: {@code SERVICE}, {@code SERVICE.NAMESPACE}, both with {@code .svc} and the domain of the cluster after them, and
         * each with a pod before it. Empty where it can be no such name.
         *
         * @param namespace the namespace from which it is looked up
         */
        static Optional<ServiceName> of(String host, String namespace) {
            List<String> labels = Arrays.asList(host.split("\\.", -1));
            int end = labels.indexOf(OF_SERVICES);
            if (end == 3) {
                return Optional.of(new ServiceName(labels.get(0), labels.get(1), labels.get(2)));
            }
            if (end == 2 || (end < 0 && labels.size() == 2)) {
                return Optional.of(new ServiceName("", labels.get(0), labels.get(1)));
            }
            return labels.size() == 1 ? Optional.of(new ServiceName("", host, namespace)) : Optional.empty();
        }
    }

    private static String text(@Nullable String text) {
        return text == null ? "" : text;
    }
}
