package dev.assay.e2e;

import dev.assay.testing.cluster.SharedCluster;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Puts on RabbitMQ a foreign queue, exchange and policy, and names that look like Assay's. */
final class OthersRabbitMq implements OthersCluster {
    private static final String LOOKS_ALIKE = ASSAYS + "0f0f0f-1-0";

    private static final SharedCluster RABBITMQ = SharedCluster.of("rabbitmq");
    private final OthersHttp http = new OthersHttp(RABBITMQ.connection().getOrDefault("admin.url", ""));

    static OthersRabbitMq withTheirs() throws Exception {
        OthersRabbitMq rabbitMq = new OthersRabbitMq();
        for (String name : List.of(THEIRS, LOOKS_ALIKE)) {
            rabbitMq.http.call("PUT", "/api/queues/%2F/" + name, "{\"durable\":true}");
            rabbitMq.http.call("PUT", "/api/exchanges/%2F/" + name, "{\"type\":\"direct\",\"durable\":true}");
            rabbitMq.http.call("POST", "/api/bindings/%2F/e/" + name + "/q/" + name, "{\"routing_key\":\"0\"}");
            rabbitMq.http.call(
                    "PUT",
                    "/api/policies/%2F/" + name,
                    "{\"pattern\":\"^nothing$\",\"definition\":{\"max-length\":5},\"apply-to\":\"queues\"}");
        }
        return rabbitMq;
    }

    @Override
    public String scenario() {
        return "rabbitmq: { deployment: existing, queue: quorum, uri: { secret-env: RABBITMQ_URI }, admin.url: { secret-env: RABBITMQ_ADMIN } }";
    }

    @Override
    public Map<String, String> secrets() {
        Map<String, String> connection = RABBITMQ.connection();
        return Map.of(
                "RABBITMQ_URI",
                connection.getOrDefault("uri", ""),
                "RABBITMQ_ADMIN",
                connection.getOrDefault("admin.url", ""));
    }

    @Override
    public Set<String> state() throws Exception {
        Set<String> state = new TreeSet<>();
        for (String kind : List.of("queues", "exchanges", "policies")) {
            http.texts("/api/" + kind + "?columns=name").stream()
                    .filter(OthersCluster::counts)
                    .forEach(name -> state.add(kind + " " + name));
        }
        for (String name : List.of(THEIRS, LOOKS_ALIKE)) {
            state.add("bindings " + http.texts("/api/queues/%2F/" + name + "/bindings"));
            state.add("policy " + http.call("GET", "/api/policies/%2F/" + name, ""));
        }
        for (String kind : List.of("vhosts", "users", "permissions")) {
            state.add(kind + " " + http.texts("/api/" + kind + "?columns=name,user,vhost,configure,write,read"));
        }
        return state;
    }

    @Override
    public void end() throws Exception {
        for (String name : List.of(THEIRS, LOOKS_ALIKE)) {
            http.call("DELETE", "/api/queues/%2F/" + name, "");
            http.call("DELETE", "/api/exchanges/%2F/" + name, "");
            http.call("DELETE", "/api/policies/%2F/" + name, "");
        }
        http.close();
    }
}
