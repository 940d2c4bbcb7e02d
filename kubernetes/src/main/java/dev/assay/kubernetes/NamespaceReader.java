package dev.assay.kubernetes;

import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.system.KubernetesNamespace;
import io.fabric8.kubernetes.api.model.APIGroup;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.LoadBalancerIngress;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the servers' objects in a namespace, with the user's rights there.
 *
 * @param client of that namespace
 * @param inside whether the clients of the servers are pods of the same cluster
 */
record NamespaceReader(KubernetesClient client, boolean inside) implements KubernetesNamespace {
    @Override
    public String name() {
        return client.getNamespace();
    }

    @Override
    public Map<String, String> resource(String group, String plural, String name) {
        APIGroup known = ask(new Access(group, plural, List.of("get")), name, () -> client.getApiGroup(group));
        if (known == null || known.getPreferredVersion() == null) {
            throw DeploymentException.input(
                    "Kubernetes at %s has no resources of %s, so nothing there runs '%s'; is it the right context?"
                            .formatted(client.getMasterUrl(), group, name),
                    null);
        }
        ResourceDefinitionContext definition = new ResourceDefinitionContext.Builder()
                .withGroup(group)
                .withVersion(known.getPreferredVersion().getVersion())
                .withPlural(plural)
                .withNamespaced(true)
                .build();
        GenericKubernetesResource resource = get(
                group,
                plural,
                name,
                () -> client.genericKubernetesResources(definition)
                        .inNamespace(name())
                        .withName(name)
                        .get());
        return fields(resource);
    }

    /** Returns all fields of an object by their paths, without its metadata. */
    static Map<String, String> fields(HasMetadata object) {
        GenericKubernetesResource plain = object instanceof GenericKubernetesResource generic
                ? generic
                : Serialization.unmarshal(Serialization.asJson(object), GenericKubernetesResource.class);
        Map<String, String> fields = new TreeMap<>();
        plain.getAdditionalProperties().forEach((key, value) -> collect(key, value, fields));
        return fields;
    }

    private static void collect(String path, @Nullable Object value, Map<String, String> fields) {
        switch (value) {
            case null -> {}
            case Map<?, ?> keys -> keys.forEach((key, below) -> collect(path + "." + key, below, fields));
            case List<?> items -> {
                for (int item = 0; item < items.size(); item++) {
                    collect(path + "." + item, items.get(item), fields);
                }
            }
            default -> fields.put(path, value.toString());
        }
    }

    @Override
    public Map<String, String> secret(String name, String... keys) {
        Secret secret = get(
                "",
                "secrets",
                name,
                () -> client.secrets().inNamespace(name()).withName(name).get());
        Map<String, String> values = new TreeMap<>();
        if (secret.getData() != null) {
            secret.getData()
                    .forEach((key, encoded) ->
                            values.put(key, new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8)));
        }
        for (String key : keys) {
            if (!values.containsKey(key)) {
                throw DeploymentException.input(
                        "the Secret '%s' in namespace %s has no %s, which clients log in with; its keys: %s"
                                .formatted(name, name(), key, String.join(", ", values.keySet())),
                        null);
            }
        }
        return values;
    }

    @Override
    public FoundService service(String chosen, String usual) {
        String name = chosen.isEmpty() ? usual : chosen;
        Service service = get(
                "",
                "services",
                name,
                () -> client.services().inNamespace(name()).withName(name).get());
        List<String> outside = inside ? List.of() : addresses(service);
        if (!inside && outside.isEmpty() && chosen.isEmpty()) {
            throw DeploymentException.input(
                    "the Service '%s' in namespace %s is a %s without the address of a load balancer, so only pods reach it; run with --workers-on kubernetes, name another Service as kubernetes.listener, or give the address that workers reach in place of kubernetes"
                            .formatted(name, name(), service.getSpec().getType()),
                    null);
        }
        Map<String, Integer> ports = new TreeMap<>();
        service.getSpec().getPorts().forEach(port -> {
            if (port.getName() != null) {
                ports.put(
                        port.getName().replaceFirst("^(?:tcp|tls)-", ""),
                        port.getPort()); // Charts set these for meshes.
            }
        });
        return new FoundService(name, outside.isEmpty() ? name + "." + name() + ".svc" : outside.getFirst(), ports);
    }

    private static List<String> addresses(Service service) {
        List<String> addresses = new ArrayList<>();
        if (service.getStatus() != null && service.getStatus().getLoadBalancer() != null) {
            for (LoadBalancerIngress ingress :
                    service.getStatus().getLoadBalancer().getIngress()) {
                addresses.add(ingress.getHostname() == null ? ingress.getIp() : ingress.getHostname());
            }
        }
        return addresses;
    }

    private <T> T get(String group, String plural, String name, Supplier<@Nullable T> question) {
        T answer = ask(new Access(group, plural, List.of("get")), name, question);
        if (answer == null) {
            throw DeploymentException.input(
                    "namespace %s has no '%s' among its %s; 'kubectl get %s --namespace %s' lists those that it has"
                            .formatted(name(), name, plural, plural, name()),
                    null);
        }
        return answer;
    }

    private <T> @Nullable T ask(Access right, String name, Supplier<@Nullable T> question) {
        try {
            return question.get();
        } catch (KubernetesClientException e) {
            if (e.getCode() == HttpURLConnection.HTTP_FORBIDDEN) {
                throw DeploymentException.environment(
                        "you may not get '%s' of the %s in namespace %s (%s); ask for a Role there with this rule:%n%s"
                                .formatted(
                                        name,
                                        right.resource(),
                                        name(),
                                        Problem.text(e),
                                        right.rule().stripTrailing()),
                        e);
            }
            throw DeploymentException.environment(
                    "Kubernetes at %s can't be asked for '%s' of the %s in namespace %s: %s"
                            .formatted(client.getMasterUrl(), name, right.resource(), name(), Problem.text(e)),
                    e);
        }
    }
}
