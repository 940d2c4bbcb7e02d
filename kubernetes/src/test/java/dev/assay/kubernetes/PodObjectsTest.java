package dev.assay.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

class PodObjectsTest {
    private final PodPlan plan = PodPlans.ofWorkers("assay-1", 3);
    private final Job job = PodObjects.job(plan);
    private final PodSpec pod = job.getSpec().getTemplate().getSpec();
    private final Container container = pod.getContainers().getFirst();
    private final OwnerReference owner =
            new OwnerReferenceBuilder().withName("assay-1").withUid("u").build();
    private final List<HasMetadata> belongings = PodObjects.belongings(plan, owner);

    @Test
    void onePodForTheCoordinatorAndOneForEachWorker() {
        assertThat(job.getSpec().getCompletions()).isEqualTo(4);
        assertThat(job.getSpec().getParallelism()).isEqualTo(4);
        assertThat(job.getSpec().getCompletionMode()).isEqualTo("Indexed");
    }

    /** A lost worker must not end the coordinator, which has all that was measured until then. */
    @Test
    void aLostPodEndsNoOther() {
        assertThat(job.getSpec().getBackoffLimitPerIndex()).isZero();
        assertThat(job.getSpec().getBackoffLimit()).isNull();
        assertThat(pod.getRestartPolicy()).isEqualTo("Never");
    }

    @Test
    void requestsAreLimits() {
        assertThat(container.getResources().getRequests())
                .isEqualTo(container.getResources().getLimits())
                .hasSize(2);
    }

    /** The pods have all that the standard "restricted" demands. */
    @Test
    void podsMayDoNothingOfTheirOwn() {
        assertThat(pod.getSecurityContext().getRunAsNonRoot()).isTrue();
        assertThat(pod.getSecurityContext().getSeccompProfile().getType()).isEqualTo("RuntimeDefault");
        assertThat(pod.getAutomountServiceAccountToken()).isFalse();
        assertThat(container.getSecurityContext().getAllowPrivilegeEscalation()).isFalse();
        assertThat(container.getSecurityContext().getReadOnlyRootFilesystem()).isTrue();
        assertThat(container.getSecurityContext().getCapabilities().getDrop()).containsExactly("ALL");
    }

    @Test
    void everythingBelongsToTheJob() {
        assertThat(belongings)
                .hasSize(3)
                .allSatisfy(one ->
                        assertThat(one.getMetadata().getOwnerReferences()).containsExactly(owner));
    }

    @Test
    void whatIsSecretStandsInTheSecretAlone() {
        Secret secret = only(Secret.class);
        assertThat(secret.getStringData()).containsEntry("token", "secret-of-this-run");
        assertThat(Serialization.asYaml(job) + Serialization.asYaml(only(ConfigMap.class)))
                .doesNotContain("secret-of-this-run");
        assertThat(plan.toString()).doesNotContain("secret-of-this-run");
    }

    /** A ConfigMap holds 1 MiB, as does a request to etcd. */
    @Test
    void theConfigMapIsSmall() {
        ConfigMap map = only(ConfigMap.class);
        byte[] jar = Base64.getDecoder().decode(map.getBinaryData().get("boot.jar"));
        assertThat(jar.length).isBetween(1_000, 20_000);
        assertThat(map.getData().get("files")).isEqualTo("a".repeat(64) + " 3 worker/a.jar\n");
    }

    @Test
    void podsHaveNamesBeforeTheyAreReady() {
        Service service = only(Service.class);
        assertThat(service.getSpec().getClusterIP()).isEqualTo("None");
        assertThat(service.getSpec().getPublishNotReadyAddresses()).isTrue();
        assertThat(job.getSpec().getTemplate().getMetadata().getLabels())
                .containsAllEntriesOf(service.getSpec().getSelector());
        assertThat(pod.getSubdomain()).isEqualTo(service.getMetadata().getName());
    }

    @Test
    void theManifestIsWhatIsAppliedButForWhatIsSecret() {
        String manifest = PodObjects.manifest(plan);
        String[] parts = manifest.split("(?m)^---$", -1);

        assertThat(parts).hasSize(4);
        assertThat(Serialization.unmarshal(parts[0], Job.class)).isEqualTo(job);
        assertThat(owned(parts[1], ConfigMap.class)).isEqualTo(only(ConfigMap.class));
        assertThat(owned(parts[2], Secret.class).getStringData())
                .containsOnlyKeys("token", "first.yaml")
                .doesNotContainValue("secret-of-this-run");
        assertThat(owned(parts[3], Service.class)).isEqualTo(only(Service.class));
        assertThat(manifest).startsWith("# ").doesNotContain("secret-of-this-run", "name: first");
    }

    private <T extends HasMetadata> T owned(String yaml, Class<T> type) {
        T read = Serialization.unmarshal(yaml, type);
        read.getMetadata().setOwnerReferences(List.of(owner));
        return read;
    }

    private <T extends HasMetadata> T only(Class<T> type) {
        return belongings.stream()
                .filter(type::isInstance)
                .map(type::cast)
                .findFirst()
                .orElseThrow();
    }
}
