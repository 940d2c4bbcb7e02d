package dev.assay.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.kubernetes.boot.Boot;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;

class PodObjectsTest {
    private final PodPlan plan = PodPlans.ofWorkers("assay-1", 3);
    private final Job job = PodObjects.job(plan);
    private final PodSpec pod = job.getSpec().getTemplate().getSpec();
    private final Container container = pod.getContainers().getFirst();
    private final Job workers = PodObjects.workers(plan);
    private final PodSpec worker = workers.getSpec().getTemplate().getSpec();
    private final OwnerReference owner =
            new OwnerReferenceBuilder().withName("assay-1").withUid("u").build();
    private final List<HasMetadata> belongings = PodObjects.belongings(plan, owner);

    @Test
    void onePodForTheCoordinatorAndOneForEachWorker() {
        assertThat(job.getSpec().getCompletions()).isEqualTo(1);
        assertThat(workers.getSpec().getCompletions()).isEqualTo(3);
        assertThat(workers.getSpec().getParallelism()).isEqualTo(3);
        assertThat(workers.getSpec().getCompletionMode()).isEqualTo("Indexed");
        assertThat(List.of(program(pod), program(worker))).containsExactly("coordinator", "worker");
    }

    private static String program(PodSpec pod) {
        return pod.getContainers().getFirst().getEnv().stream()
                .filter(variable -> variable.getName().equals("ASSAY_PROGRAM"))
                .map(EnvVar::getValue)
                .findFirst()
                .orElseThrow();
    }

    /** Hosts are parts of the certificate of workers. */
    @Test
    void workersAreCalledWhatTheirJobCallsTheirPods() {
        assertThat(workers.getMetadata().getName()).isEqualTo("assay-1-w");
        assertThat(worker.getSubdomain()).isEqualTo("assay-1");
        assertThat(PodPlan.workerHost("assay-1", 2)).isEqualTo("assay-1-w-2.assay-1");
    }

    /** A lost worker must not end the coordinator, which has all that was measured until then. */
    @Test
    void aLostPodEndsNoOther() {
        assertThat(job.getSpec().getBackoffLimitPerIndex()).isZero();
        assertThat(job.getSpec().getBackoffLimit()).isNull();
        assertThat(pod.getRestartPolicy()).isEqualTo("Never");
    }

    @Test
    void workersRequestTheirLimitsAndTheFirstPodFewProcessors() {
        ResourceRequirements ofWorkers = worker.getContainers().getFirst().getResources();
        ResourceRequirements ofFirst = container.getResources();
        assertThat(ofWorkers.getRequests()).isEqualTo(ofWorkers.getLimits()).hasSize(2);
        assertThat(ofFirst.getLimits()).isEqualTo(ofWorkers.getLimits());
        assertThat(ofFirst.getRequests()).isEqualTo(Map.of("cpu", new Quantity("0.1"), "memory", new Quantity("1Gi")));
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
                .hasSize(4)
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

    /** Classes that are not packed would be missed only in pods. */
    @Test
    void theBootJarHasAllClassesOfItsPackage() throws Exception {
        byte[] jar =
                Base64.getDecoder().decode(only(ConfigMap.class).getBinaryData().get("boot.jar"));
        List<String> packed = new ArrayList<>();
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(jar))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                packed.add(entry.getName().replaceFirst(".*/", ""));
            }
        }
        Path classes = Path.of(Boot.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .resolve(Boot.class.getPackageName().replace('.', '/'));
        try (Stream<Path> files = Files.list(classes)) {
            assertThat(files.map(file -> file.getFileName().toString()).filter(name -> !name.startsWith("package-")))
                    .isSubsetOf(packed);
        }
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

        assertThat(parts).hasSize(5);
        assertThat(Serialization.unmarshal(parts[0], Job.class)).isEqualTo(job);
        assertThat(owned(parts[1], ConfigMap.class)).isEqualTo(only(ConfigMap.class));
        assertThat(owned(parts[2], Secret.class).getStringData())
                .containsOnlyKeys("token", "first.yaml")
                .doesNotContainValue("secret-of-this-run");
        assertThat(owned(parts[3], Service.class)).isEqualTo(only(Service.class));
        assertThat(owned(parts[4], Job.class)).isEqualTo(only(Job.class));
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
