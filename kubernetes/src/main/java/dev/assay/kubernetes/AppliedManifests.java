package dev.assay.kubernetes;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.ProgressListener;
import dev.assay.cluster.system.KubernetesNamespace;
import dev.assay.kubernetes.boot.Boot;
import dev.assay.model.spec.KubernetesServers;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Starts servers from the user's own manifests, and deletes them at the end of the run. Objects are created, never changed: the API
 * server itself refuses existing ones, so that nothing can be deleted at the end that somebody else has made. Each is noted before.
 */
final class AppliedManifests implements AutoCloseable {
    /** The limit for servers to be ready, and for deleted objects to be gone: volumes go once no pod uses them. */
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private static final Duration DELETION_LIMIT = Duration.ofMinutes(2);
    private static final Duration POLL = Duration.ofSeconds(1);

    private final KubernetesClient client;
    private final KubernetesServers named;
    private final Creation creation;
    private final AssayCache cache;
    private final ProgressListener progress;
    private CreatedServers note;

    /** Objects created, in the order of the file. */
    private final List<HasMetadata> created = new ArrayList<>();

    private AppliedManifests(
            KubernetesClient client, CreatedServers note, AssayCache cache, ProgressListener progress) {
        this.client = client;
        this.named = note.servers();
        this.creation = new Creation(client, note.id());
        this.note = note;
        this.cache = cache;
        this.progress = progress;
    }

    /**
     * Creates all objects of a file and waits until the servers are ready.
     *
     * @param client of the namespace; closed with them
     * @param note of the servers, without objects
     * @throws DeploymentException when an object can't be created, or the servers don't become ready; nothing is left then
     */
    static AppliedManifests of(
            KubernetesClient client, CreatedServers note, AssayCache cache, ProgressListener progress) {
        return of(client, note, cache, progress, PATIENCE);
    }

    static AppliedManifests of(
            KubernetesClient client,
            CreatedServers note,
            AssayCache cache,
            ProgressListener progress,
            Duration patience) {
        AppliedManifests applied = new AppliedManifests(client, note, cache, progress);
        boolean ready = false;
        try {
            applied.bringUp(patience);
            ready = true;
            return applied;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw DeploymentException.environment("interrupted while waiting for " + applied.named.ready(), e);
        } catch (KubernetesClientException e) {
            throw DeploymentException.environment(
                    "Kubernetes at %s can't be asked: %s".formatted(client.getMasterUrl(), Problem.text(e)), e);
        } finally {
            if (!ready) {
                applied.close();
            }
        }
    }

    /**
     * Deletes what a killed run has left, as far as it is still that run's. Its volumes go only while an object that it created is there:
     * volumes outlive servers, and somebody may have created servers of that name again, which use them.
     *
     * @param client of the namespace; closed
     * @return whether nothing is left
     */
    static boolean delete(KubernetesClient client, CreatedServers note, AssayCache cache, ProgressListener progress) {
        try (client) {
            if (note.owner().isAlive()) {
                progress.warn("the run goes on in process %d, and deletes its servers itself"
                        .formatted(note.owner().pid()));
                return false;
            }
            String server = client.getMasterUrl().toString();
            if (!note.server().equals(server)) {
                progress.warn(
                        "the servers were created at %s, but the kubeconfig leads to %s; choose the context of the former, and try again"
                                .formatted(note.server(), server));
                return false;
            }
            AppliedManifests left = new AppliedManifests(client, note, cache, progress);
            for (CreatedServers.Item item : note.objects()) {
                if (item.isAnswered()) {
                    left.created.add(item.object());
                }
            }
            return left.deleteAll();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void bringUp(Duration patience) throws InterruptedException {
        List<HasMetadata> objects = read(client, Path.of(named.apply()));
        HasMetadata awaited = objects.stream()
                .filter(object -> named.ready().startsWith(Deletion.title(object) + "="))
                .findFirst()
                .orElseThrow(() -> DeploymentException.input(
                        "kubernetes.ready is %s, but %s has no such object; it has: %s"
                                .formatted(named.ready(), named.apply(), titles(objects)),
                        null));
        note = note.withVolumesBefore(volumes().map(AppliedManifests::uid).toList());
        progress.step("applying %s in namespace %s".formatted(named.apply(), client.getNamespace()));
        objects.forEach(this::create);
        progress.step("waiting for " + named.ready());
        await(awaited, patience);
    }

    private static List<HasMetadata> read(KubernetesClient client, Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            List<HasMetadata> objects = client.load(in).items();
            for (HasMetadata object : objects) {
                String namespace = object.getMetadata().getNamespace();
                if (namespace != null && !namespace.equals(client.getNamespace())) {
                    throw DeploymentException.input(
                            "%s of %s is for namespace %s, but kubernetes means %s; leave its namespace out, or name it as kubernetes.namespace"
                                    .formatted(Deletion.title(object), file, namespace, client.getNamespace()),
                            null);
                }
            }
            return objects;
        } catch (IOException e) {
            throw DeploymentException.input("kubernetes.apply: can't read " + file + ": " + e, e);
        } catch (KubernetesClientException | IllegalArgumentException e) {
            throw DeploymentException.input(
                    "kubernetes.apply: %s has no manifests of Kubernetes: %s".formatted(file, Problem.text(e)), e);
        }
    }

    private void create(HasMetadata object) {
        note(note.asking(object));
        try {
            HasMetadata answer = creation.create(object);
            created.add(answer);
            note(note.created(answer));
        } catch (KubernetesClientException e) {
            if (isRefusal(e) && !creation.hasMade(object)) {
                note(note.refused());
            }
            if (e.getCode() == HttpURLConnection.HTTP_CONFLICT) {
                throw DeploymentException.input(
                        "%s exists already in namespace %s, and Assay deletes only what it has created; delete it ('assay cleanup DIR' does, if a killed run has left it), or leave kubernetes.apply out to measure what is there"
                                .formatted(Deletion.title(object), client.getNamespace()),
                        e);
            }
            throw DeploymentException.environment(
                    "Kubernetes does not create %s in namespace %s: %s"
                            .formatted(Deletion.title(object), client.getNamespace(), Problem.text(e)),
                    e);
        }
    }

    /**
     * Returns whether this request has not created the object for certain; an earlier one, whose answer was lost, may have. A conflict may
     * be with what that one has created.
     */
    private static boolean isRefusal(KubernetesClientException e) {
        int code = e.getCode();
        return code == 0 // It was not asked where the client knows no such kind; else the failed connection is the
                // cause.
                ? e.getCause() == null
                : code < HttpURLConnection.HTTP_INTERNAL_ERROR && code != HttpURLConnection.HTTP_CONFLICT;
    }

    private void note(CreatedServers now) {
        now.write(cache);
        note = now;
    }

    private void await(HasMetadata awaited, Duration patience) throws InterruptedException {
        String condition = named.ready().substring(named.ready().indexOf('=') + 1);
        long end = System.nanoTime() + patience.toNanos();
        while (true) {
            noteVolumes();
            HasMetadata now = on(awaited).get();
            List<Map<String, String>> conditions = now == null
                    ? List.of()
                    : KubernetesNamespace.items(NamespaceReader.fields(now), "status.conditions");
            if (conditions.stream()
                    .anyMatch(one -> condition.equals(one.get("type")) && "True".equals(one.get("status")))) {
                noteVolumes();
                return;
            }
            if (System.nanoTime() - end > 0) {
                throw DeploymentException.system(
                        "%s does not hold after %d s; its conditions: %s; pods: %s"
                                .formatted(named.ready(), patience.toSeconds(), text(conditions), hindrances()),
                        null);
            }
            Boot.pause(POLL);
        }
    }

    private void noteVolumes() {
        List<CreatedServers.Item> volumes = startedVolumes()
                .map(volume -> CreatedServers.Item.of(volume, uid(volume)))
                .toList();
        if (!volumes.equals(note.volumes())) {
            note(note.withVolumes(volumes));
        }
    }

    private static String text(List<Map<String, String>> conditions) {
        return orNone(conditions.stream()
                .map(one -> "%s=%s %s %s"
                        .formatted(
                                one.getOrDefault("type", ""),
                                one.getOrDefault("status", ""),
                                one.getOrDefault("reason", ""),
                                one.getOrDefault("message", ""))
                        .strip()));
    }

    private String hindrances() {
        try {
            return orNone(client.pods().inNamespace(client.getNamespace()).list().getItems().stream()
                    .filter(this::areTheirs)
                    .map(StartBarrier::hindrance)
                    .flatMap(Optional::stream)
                    .map(StartBarrier.Hindrance::toString));
        } catch (KubernetesClientException e) {
            return "not known: " + Problem.text(e);
        }
    }

    private static String orNone(Stream<String> texts) {
        String all = texts.collect(Collectors.joining("; "));
        return all.isEmpty() ? "none that says why" : all;
    }

    /** Deletes the created objects, last first, with the volumes created for them. */
    @Override
    public void close() {
        boolean interrupted = Thread.interrupted(); // The client sends nothing for an interrupted thread.
        try (client) {
            deleteAll();
        } catch (InterruptedException _) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns whether nothing is left. */
    private boolean deleteAll() throws InterruptedException {
        boolean known = addUnanswered();
        boolean gone = (created.isEmpty() || delete()) && known;
        if (gone) {
            try {
                note.forget(cache);
            } catch (IOException e) {
                progress.warn("can't delete the note of what was created: " + e);
            }
        }
        return gone;
    }

    /**
     * Adds objects whose creation the API server has not answered, where they are there with this run's ID.
     *
     * @return whether that could be asked
     */
    private boolean addUnanswered() {
        boolean known = true;
        for (CreatedServers.Item item : note.objects()) {
            try {
                HasMetadata now = item.isAnswered() ? null : on(item.object()).get();
                if (now != null && creation.made(now)) {
                    created.add(now);
                }
            } catch (KubernetesClientException e) {
                known = false;
                progress.warn("whether %s is left in namespace %s is not known: %s"
                        .formatted(item.title(), client.getNamespace(), Problem.text(e)));
            }
        }
        return known;
    }

    /** Tries to delete every object, also after a refusal; returns whether all are gone. */
    private boolean delete() throws InterruptedException {
        progress.step("deleting what was applied of " + named.apply());
        List<HasMetadata> targets = new ArrayList<>();
        List<HasMetadata> going = new ArrayList<>();
        List<HasMetadata> left = new ArrayList<>();
        Set<String> reasons = new LinkedHashSet<>();
        try {
            targets.addAll(
                    ownVolumes()); // First, as only the objects show whose they are; pods keep them until they end.
        } catch (KubernetesClientException e) {
            progress.warn("which volumes the servers have left in namespace %s is not known: %s"
                    .formatted(client.getNamespace(), Problem.text(e)));
            return false;
        }
        targets.addAll(created.reversed());
        for (HasMetadata object : targets) {
            try {
                if (Deletion.delete(client, object)) {
                    going.add(object);
                }
            } catch (KubernetesClientException e) {
                left.add(object);
                reasons.add(Problem.text(e));
            }
        }
        try {
            long end = System.nanoTime() + DELETION_LIMIT.toNanos();
            while (going.stream().anyMatch(this::isThere) && System.nanoTime() - end < 0) {
                Boot.pause(POLL);
            }
            going.removeIf(object -> !isThere(object));
            if (!going.isEmpty()) {
                progress.warn(
                        "still being deleted in namespace %s: %s".formatted(client.getNamespace(), titles(going)));
            }
        } catch (KubernetesClientException e) {
            left.addAll(going);
            reasons.add(Problem.text(e));
        }
        if (!left.isEmpty()) {
            progress.warn("left behind in namespace %s: %s (%s); '%s' deletes them"
                    .formatted(
                            client.getNamespace(),
                            titles(left),
                            String.join("; ", reasons),
                            Deletion.kubectl(client, left)));
        }
        return going.isEmpty() && left.isEmpty();
    }

    /** Returns whether the object is still the one created: somebody may have deleted it, and created another of that name. */
    private boolean isThere(HasMetadata object) {
        HasMetadata now = on(object).get();
        return now != null && Objects.equals(uid(now), uid(object));
    }

    /** Returns the noted volumes, while an object that the run created is there; warns of others that came since. */
    private List<PersistentVolumeClaim> ownVolumes() {
        List<PersistentVolumeClaim> own = new ArrayList<>();
        List<PersistentVolumeClaim> others = new ArrayList<>();
        Set<String> noted =
                note.volumes().stream().map(CreatedServers.Item::uid).collect(Collectors.toSet());
        boolean hasServers = created.stream().anyMatch(this::isThere);
        startedVolumes().forEach(volume -> (hasServers && noted.contains(uid(volume)) ? own : others).add(volume));
        if (!others.isEmpty()) {
            progress.warn("left alone in namespace %s, as others may use them: %s; if nobody does, '%s' deletes them"
                    .formatted(client.getNamespace(), titles(others), Deletion.kubectl(client, others)));
        }
        return own;
    }

    /** Returns the servers' volumes that came since these were started. */
    private Stream<PersistentVolumeClaim> startedVolumes() {
        return volumes().filter(volume -> !note.volumesBefore().contains(uid(volume)) && areTheirs(volume));
    }

    private Stream<PersistentVolumeClaim> volumes() {
        return client.persistentVolumeClaims().inNamespace(client.getNamespace()).list().getItems().stream();
    }

    /**
     * Returns whether an object belongs to the servers: operators and charts label theirs with the servers' name, each under a key of its
     * own.
     */
    private boolean areTheirs(HasMetadata object) {
        Map<String, String> labels = object.getMetadata().getLabels();
        return labels != null && labels.containsValue(named.name());
    }

    private Resource<HasMetadata> on(HasMetadata object) {
        return client.resource(object).inNamespace(client.getNamespace());
    }

    private static String uid(HasMetadata object) {
        return String.valueOf(object.getMetadata().getUid());
    }

    private static String titles(List<? extends HasMetadata> objects) {
        return objects.stream().map(Deletion::title).collect(Collectors.joining(", "));
    }
}
