package dev.assay.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.DeploymentException;
import dev.assay.host.file.SecretFile;
import dev.assay.host.process.ProcessIdentity;
import dev.assay.model.calibration.CalibrationStatus;
import dev.assay.model.result.RunRecord;
import dev.assay.model.spec.KubernetesServers;
import dev.assay.store.RunDirectory;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.DeleteOptions;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.base.CustomResourceDefinitionContext;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.fabric8.mockwebserver.http.RecordedRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Applies a Deployment, which has conditions like the resources of operators. */
@EnableKubernetesMockClient(crud = true)
@SuppressWarnings("NullAway.Init") // The extension sets the fields.
class AppliedManifestsTest {
    private static final String MANIFESTS = """
            apiVersion: v1
            kind: ConfigMap
            metadata: { name: settings }
            data: { a: b }
            ---
            apiVersion: apps/v1
            kind: Deployment
            metadata: { name: web }
            spec: { replicas: 1 }
            status:
              conditions:
                - { type: Available, status: "%s", reason: MinimumReplicasUnavailable, message: not enough replicas }
            """;

    KubernetesMockServer server;
    KubernetesClient client;

    private static final ProcessIdentity DEAD = new ProcessIdentity(1, "another boot/0", "");

    @TempDir
    Path folder;

    private final List<String> messages = new ArrayList<>();
    private Runnable whileStarting = () -> {};
    private RunDirectory run;

    @BeforeEach
    void begin() {
        run = RunDirectory.create(folder, "first", Instant.EPOCH);
        run.write(new RunRecord(
                run.id(),
                "first",
                "",
                List.of(),
                List.of(),
                "1970-01-01T00:00:00Z",
                "1",
                Map.of(),
                Map.of(),
                List.of(),
                List.of(),
                Optional.empty(),
                List.of(),
                List.of(),
                List.of(),
                CalibrationStatus.NOT_RECORDED));
    }

    @Test
    void whatWasCreatedIsDeletedWithItsVolumesAndNothingElse() throws Exception {
        create(volume("data-web-old", "web"));
        whileStarting = () -> create(volume("data-web-0", "web"));
        AppliedManifests applied = apply(MANIFESTS.formatted("True"), "deployment/web=Available");
        assertThat(client.apps().deployments().withName("web").get()).isNotNull();
        create(volume("data-other-0", "other"));

        applied.close();

        assertThat(client.apps().deployments().list().getItems()).isEmpty();
        assertThat(client.configMaps().withName("settings").get()).isNull();
        assertThat(client.persistentVolumeClaims().list().getItems())
                .extracting(volume -> volume.getMetadata().getName())
                .containsExactlyInAnyOrder("data-web-old", "data-other-0");
        assertThat(messages).endsWith("deleting what was applied of " + folder.resolve("web.yaml"));
        assertThat(left()).isEmpty();
    }

    /** The ConfigMap, which was created before the refusal, goes; existing objects stay. */
    @Test
    void whatExistsAlreadyIsRefusedAndLeftAlone() throws Exception {
        create("""
                apiVersion: apps/v1
                kind: Deployment
                metadata: { name: web, namespace: %s }
                spec: { replicas: 3 }
                """);

        assertThat(refusal(MANIFESTS.formatted("True"), "deployment/web=Available"))
                .hasMessageContaining("deployment/web exists already in namespace test");

        assertThat(client.apps().deployments().withName("web").get().getSpec().getReplicas())
                .isEqualTo(3);
        assertThat(client.configMaps().withName("settings").get()).isNull();
    }

    @Test
    void whatDoesNotBecomeReadyIsNamedWithTheReasonAndDeleted() throws Exception {
        create("""
                apiVersion: v1
                kind: Pod
                metadata: { name: web-0, namespace: %s, labels: { app: web } }
                spec: { containers: [{ name: c, image: i }] }
                status:
                  phase: Pending
                  conditions: [{ type: PodScheduled, status: "False", reason: Unschedulable, message: 0/3 nodes fit }]
                """);

        assertThat(refusal(MANIFESTS.formatted("False"), "deployment/web=Available"))
                .hasMessage(
                        "deployment/web=Available does not hold after 0 s; its conditions: Available=False MinimumReplicasUnavailable not enough replicas; pods: web-0: Unschedulable: 0/3 nodes fit");

        assertThat(client.apps().deployments().list().getItems()).isEmpty();
    }

    @Test
    void mistakesInManifestsAreNamedBeforeAnythingIsCreated() throws Exception {
        assertThat(refusal(MANIFESTS.formatted("True"), "kafka/web=Ready"))
                .hasMessageContaining("has no such object; it has: configmap/settings, deployment/web");
        assertThat(refusal(
                        MANIFESTS.formatted("True").replace("name: web", "name: web, namespace: other"),
                        "deployment/web=Available"))
                .hasMessageContaining("is for namespace other, but kubernetes means test");
        assertThat(client.configMaps().withName("settings").get()).isNull();
    }

    /** The user may create Deployments and not delete them. */
    @Test
    void aRefusedDeletionIsAWarningAndTheOthersAreDeletedAllTheSame() throws Exception {
        AppliedManifests applied = apply(MANIFESTS.formatted("True"), "deployment/web=Available");
        server.expect()
                .delete()
                .withPath("/apis/apps/v1/namespaces/test/deployments/web")
                .andReturn(
                        403,
                        new StatusBuilder()
                                .withCode(403)
                                .withMessage("deployments is forbidden")
                                .build())
                .always();

        applied.close();

        assertThat(client.configMaps().withName("settings").get()).isNull();
        assertThat(messages)
                .last()
                .isEqualTo(
                        "left behind in namespace test: deployment/web (deployments is forbidden); 'kubectl delete deployment/web --namespace test' deletes them");
    }

    /** Covers resources, too, whose names only the API server knows. */
    @Test
    void eachDeletionNamesTheUidOfWhatWasCreated() throws Exception {
        server.expectCustomResource(new CustomResourceDefinitionContext.Builder()
                .withGroup("kafka.strimzi.io")
                .withVersion("v1")
                .withKind("Kafka")
                .withPlural("kafkas")
                .withScope("Namespaced")
                .build());
        AppliedManifests applied = apply(MANIFESTS.formatted("True") + """
                ---
                apiVersion: kafka.strimzi.io/v1
                kind: Kafka
                metadata: { name: cluster }
                """, "deployment/web=Available");
        List<String> created = Stream.of(
                        client.genericKubernetesResources("kafka.strimzi.io/v1", "Kafka")
                                .withName("cluster")
                                .get(),
                        client.apps().deployments().withName("web").get(),
                        client.configMaps().withName("settings").get())
                .map(object -> object.getMetadata().getUid())
                .toList();

        applied.close();

        List<String> deleted = new ArrayList<>();
        for (RecordedRequest request = request(); request != null; request = request()) {
            if (request.getMethod().equals("DELETE")) {
                deleted.add(Serialization.unmarshal(request.getUtf8Body(), DeleteOptions.class)
                        .getPreconditions()
                        .getUid());
            }
        }
        assertThat(deleted).isEqualTo(created).doesNotContainNull();
        assertThat(client.genericKubernetesResources("kafka.strimzi.io/v1", "Kafka")
                        .list()
                        .getItems())
                .isEmpty();
    }

    /** A killed run closes nothing; the object that it was about to create when it was killed may be there or not. */
    @Test
    void whatAKilledRunHasLeftIsDeletedByItsUidOrItsId() throws Exception {
        create(volume("data-web-old", "web"));
        whileStarting = () -> create(volume("data-web-0", "web"));
        apply(MANIFESTS.formatted("True"), "deployment/web=Available");
        CreatedServers note = left().getFirst();
        note.asking(settings("late")).write(cache());
        new Creation(client, note.id()).create(settings("late"));

        assertThat(left().getFirst().objects())
                .extracting(CreatedServers.Item::title)
                .containsExactly("configmap/settings", "deployment/web", "configmap/late");
        assertThat(left().getFirst().volumes())
                .extracting(CreatedServers.Item::title)
                .containsExactly("persistentvolumeclaim/data-web-0");
        assertThat(delete()).isTrue();

        assertThat(client.apps().deployments().list().getItems()).isEmpty();
        assertThat(client.configMaps().list().getItems()).isEmpty();
        assertThat(client.persistentVolumeClaims().list().getItems())
                .extracting(volume -> volume.getMetadata().getName())
                .containsExactly("data-web-old");
        assertThat(left()).isEmpty();
    }

    /** Somebody has created servers of that name again, after the killed run's were deleted; volumes outlive servers. */
    @Test
    void volumesOfServersThatSomebodyElseHasCreatedStay() throws Exception {
        whileStarting = () -> create(volume("data-web-0", "web"));
        apply(MANIFESTS.formatted("True"), "deployment/web=Available");
        client.apps().deployments().withName("web").delete();
        client.configMaps().withName("settings").delete();
        create(volume("data-web-1", "web"));

        assertThat(delete()).isTrue();

        assertThat(client.persistentVolumeClaims().list().getItems()).hasSize(2);
        assertThat(messages)
                .last()
                .asString()
                .startsWith(
                        "left alone in namespace test, as others may use them: persistentvolumeclaim/data-web-0, persistentvolumeclaim/data-web-1; if nobody does, 'kubectl delete ");
    }

    @Test
    void aVolumeThatTheRunHasNotNotedStays() throws Exception {
        apply(MANIFESTS.formatted("True"), "deployment/web=Available");
        create(volume("data-web-1", "web"));

        assertThat(delete()).isTrue();

        assertThat(client.persistentVolumeClaims().list().getItems()).hasSize(1);
        assertThat(messages).anyMatch(line -> line.startsWith("left alone in namespace test"));
    }

    /** Nothing of it is there, so that a note would stay for ever. */
    @ParameterizedTest
    @ValueSource(strings = {"apiVersion: v1\nkind: Secret", "apiVersion: example.com/v1\nkind: Unknown"})
    void whatWasRefusedIsNotNoted(String kind) {
        for (String verb : List.of("post", "get")) {
            String path = "/api/v1/namespaces/test/secrets" + (verb.equals("get") ? "/refused" : "");
            var expected = verb.equals("get")
                    ? server.expect().get().withPath(path)
                    : server.expect().post().withPath(path);
            expected.andReturn(
                            403,
                            new StatusBuilder()
                                    .withCode(403)
                                    .withMessage("secrets is forbidden")
                                    .build())
                    .always();
        }

        assertThat(refusal(
                        "%s\nmetadata: { name: refused }\n---\n".formatted(kind) + MANIFESTS.formatted("True"),
                        "deployment/web=Available"))
                .hasMessageContaining("Kubernetes does not create ");

        assertThat(left()).isEmpty();
    }

    /** The API server has not answered to two creations, and does not answer for the first. */
    @Test
    void whatIsNotKnownOfOneObjectKeepsNoOtherFromGoing() throws Exception {
        apply(MANIFESTS.formatted("True"), "deployment/web=Available");
        CreatedServers note = left().getFirst();
        note.asking(settings("first")).asking(settings("late")).write(cache());
        new Creation(client, note.id()).create(settings("late"));
        server.expect()
                .get()
                .withPath("/api/v1/namespaces/test/configmaps/first")
                .andReturn(403, new StatusBuilder().withCode(403).build())
                .always();

        assertThat(delete()).isFalse();

        assertThat(client.configMaps().list().getItems()).isEmpty();
        assertThat(left()).hasSize(1);
    }

    @Test
    void aRunIsFoundWhereItsFolderIsMoved() throws Exception {
        apply(MANIFESTS.formatted("True"), "deployment/web=Available");
        Path moved = Files.move(run.path(), folder.resolve("moved"));

        assertThat(CreatedServers.of(RunDirectory.open(moved).record().identity(), cache()))
                .hasSize(1);
        assertThat(CreatedServers.of("20260101T000000Z-other-0", cache())).isEmpty();
    }

    @Test
    void aNoteOfTheRunThatCannotBeReadIsSaid() throws Exception {
        apply(MANIFESTS.formatted("True"), "deployment/web=Available");
        Path notes = cache().createdInKubernetes();
        new SecretFile(notes.resolve("another.0.json")).replace("{}");
        assertThat(left()).hasSize(1);

        new SecretFile(notes.resolve(run.record().identity() + ".0.json")).replace("{}");

        assertThat(catchThrowableOfType(DeploymentException.class, this::left))
                .hasMessageStartingWith("what the run has created in Kubernetes can't be read from " + notes);
    }

    /** Its folder can be copied while it runs. */
    @Test
    void whatARunningRunHasCreatedStays() throws Exception {
        apply(MANIFESTS.formatted("True"), "deployment/web=Available");

        assertThat(delete(left().getFirst())).isFalse();

        assertThat(client.apps().deployments().list().getItems()).hasSize(1);
        assertThat(messages).last().asString().startsWith("the run goes on in process ");
    }

    /** Only the objects show whose the volumes are. */
    @Test
    void whereVolumesCannotBeListedNothingIsDeleted() throws Exception {
        apply(MANIFESTS.formatted("True"), "deployment/web=Available");
        server.expect()
                .get()
                .withPath("/api/v1/namespaces/test/persistentvolumeclaims")
                .andReturn(403, new StatusBuilder().withCode(403).build())
                .always();

        assertThat(delete()).isFalse();

        assertThat(client.apps().deployments().list().getItems()).hasSize(1);
        assertThat(left()).hasSize(1);
    }

    /** Somebody has deleted an object and created another of its name, and created the one that the killed run had only noted. */
    @Test
    void whatIsNotTheKilledRunsStays() throws Exception {
        apply(MANIFESTS.formatted("True"), "deployment/web=Available");
        CreatedServers note = left().getFirst();
        note.asking(settings("late")).write(cache());
        client.resource(settings("late")).create();
        server.expect()
                .delete()
                .withPath("/api/v1/namespaces/test/configmaps/settings")
                .andReturn(409, new StatusBuilder().withCode(409).build())
                .always();
        client.configMaps()
                .withName("settings")
                .edit(map -> map.edit()
                        .editMetadata()
                        .withUid("another")
                        .endMetadata()
                        .build());

        delete();

        assertThat(client.configMaps().list().getItems())
                .extracting(map -> map.getMetadata().getName())
                .containsExactlyInAnyOrder("settings", "late");
        assertThat(client.apps().deployments().list().getItems()).isEmpty();
    }

    @Test
    void nothingIsDeletedAtAnotherApiServer() throws Exception {
        apply(MANIFESTS.formatted("True"), "deployment/web=Available");
        CreatedServers note = left().getFirst();
        copy(note, DEAD, "https://192.0.2.1/").write(cache());

        assertThat(delete()).isFalse();

        assertThat(client.configMaps().withName("settings").get()).isNotNull();
        assertThat(left()).hasSize(1);
    }

    private List<CreatedServers> left() {
        return CreatedServers.of(run.record().identity(), cache());
    }

    /** Deletes what the run has left, whose process has been killed. */
    private boolean delete() {
        CreatedServers note = left().getFirst();
        return delete(copy(note, DEAD, note.server()));
    }

    private boolean delete(CreatedServers note) {
        KubernetesClient own = new KubernetesClientBuilder()
                .withConfig(client.getConfiguration())
                .build();
        return AppliedManifests.delete(own, note, cache(), messages::add);
    }

    private static CreatedServers copy(CreatedServers note, ProcessIdentity owner, String server) {
        return new CreatedServers(
                note.id(),
                note.run(),
                owner,
                note.servers(),
                server,
                note.namespace(),
                note.volumesBefore(),
                note.volumes(),
                note.objects());
    }

    private static ConfigMap settings(String name) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .build();
    }

    private @Nullable RecordedRequest request() throws InterruptedException {
        return server.takeRequest(0, TimeUnit.SECONDS);
    }

    private AppliedManifests apply(String manifests, String ready) throws IOException {
        Path file = Files.writeString(folder.resolve("web.yaml"), manifests);
        KubernetesServers named = new KubernetesServers("web", "", "", "", "", file.toString(), ready);
        // A client of its own, since closing the tested object closes its client, too.
        KubernetesClient own = new KubernetesClientBuilder()
                .withConfig(client.getConfiguration())
                .build();
        return AppliedManifests.of(
                own,
                CreatedServers.none(named, own, run.path().resolve("logs")),
                cache(),
                text -> {
                    messages.add(text);
                    if (text.startsWith("waiting for ")) {
                        whileStarting.run();
                    }
                },
                Duration.ZERO);
    }

    private AssayCache cache() {
        return new AssayCache(folder.resolve("cache"));
    }

    private DeploymentException refusal(String manifests, String ready) {
        return catchThrowableOfType(DeploymentException.class, () -> apply(manifests, ready));
    }

    private static String volume(String name, String servers) {
        return """
                apiVersion: v1
                kind: PersistentVolumeClaim
                metadata: { name: %s, namespace: test, labels: { app: %s } }
                spec: { accessModes: [ReadWriteOnce] }
                """.formatted(name, servers);
    }

    private HasMetadata create(String yaml) {
        return client.resource(yaml.formatted(client.getNamespace())).create();
    }
}
