package dev.assay.kubernetes;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.DeploymentException;
import dev.assay.host.file.RecordJson;
import dev.assay.host.file.SecretFile;
import dev.assay.host.process.ProcessIdentity;
import dev.assay.model.result.RunRecord;
import dev.assay.model.spec.KubernetesServers;
import dev.assay.store.RunDirectory;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Notes in this user's cache what Kubernetes is asked to create, before it is asked, so that it can be deleted when the run was killed. A
 * run directory may come from anywhere, and says nothing of it.
 *
 * @param id of {@link Creation}
 * @param run {@link RunRecord#identity}; empty where the servers are no run's
 * @param owner the process that creates them, and deletes them while it runs
 * @param server URL of the API server
 * @param volumesBefore UIDs of the volumes that were there before
 * @param volumes of the servers that came while these started
 */
record CreatedServers(
        String id,
        String run,
        ProcessIdentity owner,
        KubernetesServers servers,
        String server,
        String namespace,
        List<String> volumesBefore,
        List<Item> volumes,
        List<Item> objects) {
    private static final String ENDING = ".json";

    /** Is many times what a thousand objects take. */
    private static final int MAX_BYTES = 1 << 20;

    /**
     * @param namespace empty where the API server has not answered, or the object is in none
     * @param uid empty until the API server has answered
     */
    record Item(String apiVersion, String kind, String namespace, String name, String uid) {
        /** @param uid empty where it is not created yet */
        static Item of(HasMetadata object, String uid) {
            String namespace = object.getMetadata().getNamespace();
            return new Item(
                    object.getApiVersion(),
                    object.getKind(),
                    namespace == null ? "" : namespace,
                    object.getMetadata().getName(),
                    uid);
        }

        boolean isAnswered() {
            return !uid.isEmpty();
        }

        HasMetadata object() {
            Map<String, String> metadata = new HashMap<>(Map.of("name", name, "namespace", namespace, "uid", uid));
            metadata.values().removeIf(String::isEmpty);
            return (HasMetadata) Serialization.unmarshal(
                    RecordJson.line(Map.of("apiVersion", apiVersion, "kind", kind, "metadata", metadata)),
                    KubernetesResource.class);
        }

        /** Returns its name as kubectl takes it. */
        String title() {
            return kind.toLowerCase(Locale.ROOT) + "/" + name;
        }
    }

    CreatedServers {
        volumesBefore = List.copyOf(volumesBefore);
        volumes = List.copyOf(volumes);
        objects = List.copyOf(objects);
    }

    static CreatedServers none(KubernetesServers servers, KubernetesClient client, Path logs) {
        try {
            return new CreatedServers(
                    UUID.randomUUID().toString(),
                    RunDirectory.around(logs)
                            .map(run -> run.record().identity())
                            .orElse(""),
                    ProcessIdentity.self(),
                    servers,
                    client.getMasterUrl().toString(),
                    client.getNamespace(),
                    List.of(),
                    List.of(),
                    List.of());
        } catch (IOException e) {
            throw DeploymentException.environment("Cannot read whose logs " + logs + " has: " + e, e);
        }
    }

    CreatedServers withVolumesBefore(List<String> uids) {
        return new CreatedServers(id, run, owner, servers, server, namespace, uids, volumes, objects);
    }

    CreatedServers withVolumes(List<Item> started) {
        return new CreatedServers(id, run, owner, servers, server, namespace, volumesBefore, started, objects);
    }

    private CreatedServers withObjects(List<Item> all) {
        return new CreatedServers(id, run, owner, servers, server, namespace, volumesBefore, volumes, all);
    }

    /** Returns a copy with an object that is to be created. */
    CreatedServers asking(HasMetadata object) {
        List<Item> all = new ArrayList<>(objects);
        all.add(Item.of(object, ""));
        return withObjects(all);
    }

    /** Returns a copy without the last object, whose creation the API server has refused. */
    CreatedServers refused() {
        return withObjects(objects.subList(0, objects.size() - 1));
    }

    /** Returns a copy in which the last object is created. */
    CreatedServers created(HasMetadata object) {
        List<Item> all = new ArrayList<>(objects);
        all.set(
                all.size() - 1,
                Item.of(object, String.valueOf(object.getMetadata().getUid())));
        return withObjects(all);
    }

    /** @throws DeploymentException when it can't be written; nothing may be created then */
    void write(AssayCache cache) {
        try {
            new SecretFile(file(cache)).replace(RecordJson.text(this));
        } catch (IOException e) {
            throw DeploymentException.environment(
                    "what is created in Kubernetes can't be noted in " + file(cache) + ": " + e, e);
        }
    }

    void forget(AssayCache cache) throws IOException {
        Files.deleteIfExists(file(cache));
    }

    private Path file(AssayCache cache) {
        return cache.createdInKubernetes().resolve(prefix(run) + id + ENDING);
    }

    /** Notes have their run's name, so that one that can't be read is in no other run's way. */
    private static String prefix(String run) {
        return run + ".";
    }

    /**
     * Returns what a run has created and not deleted.
     *
     * @param run {@link RunRecord#identity}
     * @throws DeploymentException when a note of this run can't be read
     */
    static List<CreatedServers> of(String run, AssayCache cache) {
        List<CreatedServers> left = new ArrayList<>();
        Path folder = cache.createdInKubernetes();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.sorted().toList()) {
                String name = file.getFileName().toString();
                if (name.startsWith(prefix(run)) && name.endsWith(ENDING)) {
                    left.add(RecordJson.record(new SecretFile(file).read(MAX_BYTES), CreatedServers.class));
                }
            }
            return left;
        } catch (IOException | IllegalArgumentException e) {
            throw DeploymentException.environment(
                    "what the run has created in Kubernetes can't be read from %s: %s; a file there that another version of Assay wrote may go once nothing of it is left"
                            .formatted(folder.resolve(prefix(run) + "*" + ENDING), e.getMessage()),
                    e);
        }
    }
}
