package dev.assay.e2e;

import dev.assay.testing.cluster.SharedCluster;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Puts on Pulsar a foreign namespace with a policy and a topic with a subscription, and one whose name looks like Assay's. */
final class OthersPulsar implements OthersCluster {
    private static final String LOOKS_ALIKE = ASSAYS + "0f0f0f-1";

    private static final SharedCluster PULSAR = SharedCluster.of("pulsar");
    private final OthersHttp http = new OthersHttp(PULSAR.connection().getOrDefault("admin.url", ""));

    static OthersPulsar withTheirs() throws Exception {
        OthersPulsar pulsar = new OthersPulsar();
        for (String name : List.of(THEIRS, LOOKS_ALIKE)) {
            String namespace = "/admin/v2/namespaces/public/" + name;
            pulsar.http.call("PUT", namespace, "{}");
            pulsar.http.call("POST", namespace + "/messageTTL", "4321");
            String topic = "/admin/v2/persistent/public/" + name + "/" + LOOKS_ALIKE + "-0";
            pulsar.http.call("PUT", topic + "/partitions", "2");
            pulsar.http.call("PUT", topic + "/subscription/" + THEIRS, "\"earliest\"");
        }
        return pulsar;
    }

    @Override
    public String scenario() {
        return "pulsar: { deployment: existing, service.url: \"%s\", admin.url: \"%s\" }"
                .formatted(
                        PULSAR.connection().get("service.url"),
                        PULSAR.connection().get("admin.url"));
    }

    @Override
    public Set<String> state() throws Exception {
        Set<String> state = new TreeSet<>();
        for (String namespace : http.texts("/admin/v2/namespaces/public")) {
            if (OthersCluster.counts(namespace.substring("public/".length()))) {
                state.add("namespace " + namespace + " " + http.texts("/admin/v2/namespaces/" + namespace));
                state.add("TTL " + namespace + " "
                        + http.call("GET", "/admin/v2/namespaces/" + namespace + "/messageTTL", ""));
                for (String topic : http.texts("/admin/v2/persistent/" + namespace)) {
                    state.add("topic " + topic + " "
                            + http.texts("/admin/v2/" + topic.replace("://", "/") + "/subscriptions"));
                }
            }
        }
        state.add("tenants " + http.texts("/admin/v2/tenants"));
        return state;
    }

    @Override
    public void end() throws Exception {
        for (String name : List.of(THEIRS, LOOKS_ALIKE)) {
            http.call(
                    "DELETE",
                    "/admin/v2/persistent/public/" + name + "/" + LOOKS_ALIKE + "-0/partitions?force=true",
                    "");
            http.call("DELETE", "/admin/v2/namespaces/public/" + name, "");
        }
        http.close();
    }
}
