package dev.assay.systems.kafka.deployment;

import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.system.FoundServers;
import dev.assay.cluster.system.KubernetesNamespace;
import dev.assay.model.spec.KubernetesServers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Finds a Kafka run by Strimzi's operator: the status of its resource has each listener's addresses and certificates, the Secret of a
 * {@code KafkaUser} what clients log in with.
 */
final class Strimzi {
    /** Types of listeners that only pods reach. */
    private static final Set<String> INTERNAL = Set.of("internal", "cluster-ip");

    private Strimzi() {}

    static FoundServers find(KubernetesServers named, KubernetesNamespace namespace) {
        Map<String, String> kafka = namespace.resource("kafka.strimzi.io", "kafkas", named.name());
        Listener listener = chosen(named, namespace, Listener.of(kafka));
        if (listener.servers().isEmpty()) {
            throw DeploymentException.system(
                    "Strimzi has told no address of the listener %s of the Kafka '%s' yet; 'kubectl describe kafka %s --namespace %s' says why"
                            .formatted(listener.name(), named.name(), named.name(), namespace.name()),
                    null);
        }
        Map<String, String> client = new TreeMap<>();
        boolean withPassword = !named.user().isEmpty() && logIn(named.user(), namespace, client);
        client.put("security.protocol", (withPassword ? "SASL_" : "") + (listener.tls() ? "SSL" : "PLAINTEXT"));
        if (listener.tls()) {
            client.put("ssl.truststore.type", "PEM");
            client.put("ssl.truststore.certificates", listener.certificates());
        }
        return new FoundServers(Map.of("bootstrap.servers", listener.servers()), client);
    }

    /** Adds the user's login to {@code client}, and returns whether it is by a password; otherwise it is by a certificate. */
    private static boolean logIn(String user, KubernetesNamespace namespace, Map<String, String> client) {
        Map<String, String> secret = namespace.secret(user);
        String jaas = secret.getOrDefault("sasl.jaas.config", "");
        String key = secret.getOrDefault("user.key", "");
        if (!jaas.isEmpty()) {
            client.put("sasl.mechanism", "SCRAM-SHA-512");
            client.put("sasl.jaas.config", jaas);
        } else if (!key.isEmpty()) {
            client.put("ssl.keystore.type", "PEM");
            client.put("ssl.keystore.key", key);
            client.put("ssl.keystore.certificate.chain", secret.getOrDefault("user.crt", ""));
        } else {
            throw DeploymentException.input(
                    "the Secret '%s' has neither sasl.jaas.config nor user.key, so it is none of a KafkaUser with scram-sha-512 or tls; name another as kubernetes.user, or leave it out and say in settings.kafka.client how clients log in"
                            .formatted(user),
                    null);
        }
        return !jaas.isEmpty();
    }

    private static Listener chosen(KubernetesServers named, KubernetesNamespace namespace, List<Listener> all) {
        List<Listener> fitting = all.stream()
                .filter(listener -> named.listener().isEmpty()
                        ? INTERNAL.contains(listener.type()) == namespace.inside()
                        : listener.name().equals(named.listener()))
                .toList();
        if (fitting.size() == 1) {
            return fitting.getFirst();
        }
        String listeners = all.stream()
                .map(listener -> listener.name() + " (" + listener.type() + ")")
                .collect(Collectors.joining(", "));
        String which = "the Kafka '%s' in namespace %s ".formatted(named.name(), namespace.name());
        if (!named.listener().isEmpty()) {
            throw DeploymentException.input(
                    which + "has no listener %s; it has: %s".formatted(named.listener(), listeners), null);
        }
        String reach = namespace.inside() ? "pods reach" : "workers outside of Kubernetes reach";
        throw DeploymentException.input(
                which
                        + "has %s listener that %s; name one as kubernetes.listener%s. It has: %s"
                                .formatted(
                                        fitting.isEmpty() ? "no" : "more than one",
                                        reach,
                                        namespace.inside() ? "" : ", or run with --workers-on kubernetes",
                                        listeners),
                null);
    }

    /**
     * @param servers empty where not known yet
     * @param certificates the certificates that vouch for the brokers, as PEM; empty where none is needed
     */
    private record Listener(String name, String type, boolean tls, String servers, String certificates) {
        static List<Listener> of(Map<String, String> kafka) {
            List<Map<String, String>> known = KubernetesNamespace.items(kafka, "status.listeners");
            List<Listener> listeners = new ArrayList<>();
            for (Map<String, String> wanted : KubernetesNamespace.items(kafka, "spec.kafka.listeners")) {
                String name = wanted.getOrDefault("name", "");
                Map<String, String> status = known.stream()
                        .filter(listener -> name.equals(listener.get("name")))
                        .findFirst()
                        .orElse(Map.of());
                listeners.add(new Listener(
                        name,
                        wanted.getOrDefault("type", ""),
                        Boolean.parseBoolean(wanted.getOrDefault("tls", "")),
                        status.getOrDefault("bootstrapServers", ""),
                        status.entrySet().stream()
                                .filter(field -> field.getKey().startsWith("certificates."))
                                .map(Map.Entry::getValue)
                                .collect(Collectors.joining("\n"))));
            }
            return listeners;
        }
    }
}
