package dev.assay.model.result;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Tells where the pods of a run were, as Kubernetes reported when they had started. A text that it does not report is empty.
 *
 * @param servers the pods behind the addresses of the measured system, as far as they could be found
 * @param nodes the workers' nodes, by name, without those that may not be looked up
 * @param unknown what is not known and why, for people
 */
public record Placement(
        List<WorkerPod> workers, List<ServerPod> servers, Map<String, Node> nodes, List<String> unknown) {
    public Placement {
        workers = List.copyOf(workers);
        servers = List.copyOf(servers);
        nodes = Collections.unmodifiableMap(new TreeMap<>(nodes));
        unknown = List.copyOf(unknown);
    }

    /**
     * @param worker its name within the run
     * @param image what its node has run, by digest, such as {@code docker.io/library/eclipse-temurin@sha256:...}
     * @param qos quality of service, such as {@code Guaranteed}
     * @param sidecars names of its containers beside the worker's
     */
    public record WorkerPod(String worker, String node, String image, String qos, List<String> sidecars) {
        public WorkerPod {
            sidecars = List.copyOf(sidecars);
        }
    }

    public record ServerPod(String name, String node) {}

    /**
     * @param instanceType what its provider calls its kind
     * @param processors how many it has, as Kubernetes writes it
     */
    public record Node(String zone, String instanceType, String architecture, String processors, String kernel) {
        /** Returns what tells it from nodes on which the same load would run differently. */
        public String kind() {
            String count = processors.isEmpty() ? "" : processors + " processors";
            List<String> parts = new ArrayList<>(List.of(instanceType, architecture, count, kernel));
            parts.removeIf(String::isEmpty);
            return String.join(" ", parts);
        }
    }
}
