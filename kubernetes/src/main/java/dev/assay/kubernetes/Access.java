package dev.assay.kubernetes;

import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Names a right that runs in pods need in their namespace, and nowhere else.
 *
 * @param group of the API; empty for the core
 * @param resource such as {@code pods}, with a subresource after a slash
 */
record Access(String group, String resource, List<String> verbs) {
    /** All rights that a run needs. Pods themselves have none. */
    static final List<Access> NEEDED = List.of(
            new Access("batch", "jobs", List.of("create", "get", "delete")),
            new Access("", "pods", List.of("get", "list")),
            new Access("", "pods/log", List.of("get")),
            new Access("", "pods/exec", List.of("create", "get")),
            new Access("", "configmaps", List.of("create")),
            new Access("", "secrets", List.of("create")),
            new Access("", "services", List.of("create")),
            new Access("", "events", List.of("list")));

    /** Returns the rights that this user lacks, such as {@code create pods/exec}. */
    static List<String> lacking(KubernetesClient client) {
        List<String> lacking = new ArrayList<>();
        for (Access access : NEEDED) {
            for (String verb : access.verbs()) {
                if (!access.allows(verb, client)) {
                    lacking.add(verb + " " + access.resource());
                }
            }
        }
        return lacking;
    }

    private boolean allows(String verb, KubernetesClient client) {
        String[] parts = resource.split("/", 2);
        SelfSubjectAccessReview review = new SelfSubjectAccessReviewBuilder()
                .withNewSpec()
                .withNewResourceAttributes()
                .withNamespace(client.getNamespace())
                .withGroup(group)
                .withResource(parts[0])
                .withSubresource(parts.length == 1 ? null : parts[1])
                .withVerb(verb)
                .endResourceAttributes()
                .endSpec()
                .build();
        return Boolean.TRUE.equals(client.authorization()
                .v1()
                .selfSubjectAccessReview()
                .create(review)
                .getStatus()
                .getAllowed());
    }

    /** Returns the Role with all rights, as YAML, to be bound to a user by an administrator. */
    static String role(String namespace) {
        return """
                # All that runs of Assay in pods take; 'kubectl apply -f' it, then bind it:
                # kubectl create rolebinding assay --role=assay --user=USER --namespace=%1$s
                apiVersion: rbac.authorization.k8s.io/v1
                kind: Role
                metadata:
                  name: assay
                  namespace: %1$s
                rules:
                """.formatted(namespace) + NEEDED.stream().map(Access::rule).collect(Collectors.joining());
    }

    String rule() {
        return "  - { apiGroups: [\"%s\"], resources: [%s], verbs: [%s] }\n"
                .formatted(group, resource, String.join(", ", verbs));
    }
}
