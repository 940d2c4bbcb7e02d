package dev.assay.kubernetes;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Creates objects that bear an ID of whoever creates them, and changes none. The client repeats a request whose answer was lost, and then
 * learns that the object exists already: the ID tells it from somebody else's of that name.
 *
 * @param client of the namespace
 * @param id random, of one run or one start of servers
 */
record Creation(KubernetesClient client, String id) {
    /** The annotation with the ID. */
    private static final String CREATED_BY = "assay/created-by";

    /**
     * @return the object as the API server has it
     * @throws KubernetesClientException when it is refused, among other reasons because it exists already
     */
    <T extends HasMetadata> T create(T object) {
        ObjectMeta metadata = object.getMetadata();
        Map<String, String> annotations =
                new LinkedHashMap<>(metadata.getAnnotations() == null ? Map.of() : metadata.getAnnotations());
        annotations.put(CREATED_BY, id);
        metadata.setAnnotations(annotations);
        try {
            return client.resource(object).inNamespace(client.getNamespace()).create();
        } catch (KubernetesClientException e) {
            T known = e.getCode() == HttpURLConnection.HTTP_CONFLICT ? existing(object) : null;
            if (known == null || !made(known)) {
                throw e;
            }
            return known;
        }
    }

    private <T extends HasMetadata> @Nullable T existing(T object) {
        try {
            return client.resource(object).inNamespace(client.getNamespace()).get();
        } catch (KubernetesClientException _) {
            return null; // Who may create objects need not be allowed to read them.
        }
    }

    /** Returns whether an object of that name is there that was created with this ID, as far as this user may read it. */
    boolean hasMade(HasMetadata object) {
        HasMetadata known = existing(object);
        return known != null && made(known);
    }

    /** Returns whether an object was created with this ID. */
    boolean made(HasMetadata object) {
        Map<String, String> annotations = object.getMetadata().getAnnotations();
        return annotations != null && id.equals(annotations.get(CREATED_BY));
    }
}
