package dev.assay.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import org.junit.jupiter.api.Test;

@EnableKubernetesMockClient
@SuppressWarnings("NullAway.Init") // The extension sets the fields.
class AccessTest {
    KubernetesMockServer server;
    KubernetesClient client;

    @Test
    void theRoleHasAllThatIsNeeded() {
        Role role = Serialization.unmarshal(Access.role("load"), Role.class);
        assertThat(role.getMetadata().getNamespace()).isEqualTo("load");
        assertThat(role.getRules())
                .extracting(PolicyRule::getResources, PolicyRule::getVerbs, PolicyRule::getApiGroups)
                .containsExactlyElementsOf(Access.NEEDED.stream()
                        .map(access -> tuple(List.of(access.resource()), access.verbs(), List.of(access.group())))
                        .toList());
    }

    @Test
    void everyRightThatIsMissingIsNamed() {
        answer(false);
        assertThat(Access.lacking(client)).contains("create jobs", "create pods/exec", "list events");
    }

    @Test
    void nothingIsMissingWhereAllIsAllowed() {
        answer(true);
        assertThat(Access.lacking(client)).isEmpty();
    }

    private void answer(boolean allowed) {
        server.expect()
                .post()
                .withPath("/apis/authorization.k8s.io/v1/selfsubjectaccessreviews")
                .andReturn(
                        201,
                        new SelfSubjectAccessReviewBuilder()
                                .withNewStatus()
                                .withAllowed(allowed)
                                .endStatus()
                                .build())
                .always();
    }
}
