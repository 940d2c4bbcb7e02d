package dev.assay.kubernetes;

import io.fabric8.kubernetes.api.model.APIResource;
import io.fabric8.kubernetes.api.model.APIResourceList;
import io.fabric8.kubernetes.api.model.DeleteOptions;
import io.fabric8.kubernetes.api.model.DeleteOptionsBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.util.Collection;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Deletes objects as long as their UIDs are the same. The API server checks that, since somebody may replace an object between a
 * look at it and its deletion; the client's own {@code delete} has no such precondition.
 */
final class Deletion {
    private Deletion() {}

    /**
     * @param object as the API server has returned it
     * @return false when it is gone already, or another of its name has replaced it, which stays
     * @throws KubernetesClientException when it is refused
     */
    static boolean delete(KubernetesClient client, HasMetadata object) {
        DeleteOptions options = new DeleteOptionsBuilder()
                .withPropagationPolicy("Background")
                .withNewPreconditions()
                .withUid(
                        Objects.requireNonNull(object.getMetadata().getUid(), "the API server gives each object a UID"))
                .endPreconditions()
                .build();
        try {
            client.raw(path(client, object), "DELETE", options);
            return true;
        } catch (KubernetesClientException e) {
            if (e.getCode() != HttpURLConnection.HTTP_NOT_FOUND && e.getCode() != HttpURLConnection.HTTP_CONFLICT) {
                throw e;
            }
            return false;
        }
    }

    private static String path(KubernetesClient client, HasMetadata object) {
        String version = object.getApiVersion();
        ObjectMeta metadata = object.getMetadata();
        return (version.contains("/") ? "/apis/" : "/api/")
                + version
                + (metadata.getNamespace() == null ? "" : "/namespaces/" + metadata.getNamespace())
                + "/"
                + plural(client, object)
                + "/"
                + metadata.getName();
    }

    private static String plural(KubernetesClient client, HasMetadata object) {
        if (!(object instanceof GenericKubernetesResource)) {
            return object.getPlural();
        }
        APIResourceList known = client.getApiResources(object.getApiVersion());
        if (known != null) {
            for (APIResource resource : known.getResources()) {
                if (resource.getKind().equals(object.getKind())
                        && !resource.getName().contains("/")) {
                    return resource.getName();
                }
            }
        }
        throw new KubernetesClientException(
                "Kubernetes knows no " + object.getKind() + " of " + object.getApiVersion());
    }

    static String kubectl(KubernetesClient client, Collection<? extends HasMetadata> objects) {
        return "kubectl delete %s --namespace %s"
                .formatted(
                        objects.stream().map(Deletion::title).collect(Collectors.joining(" ")), client.getNamespace());
    }

    /** Returns the name of an object as kubectl and {@code kubernetes.ready} take it, such as {@code deployment/web}. */
    static String title(HasMetadata object) {
        return object.getKind().toLowerCase(Locale.ROOT) + "/"
                + object.getMetadata().getName();
    }
}
