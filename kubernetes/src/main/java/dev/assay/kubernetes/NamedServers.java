package dev.assay.kubernetes;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.ProgressListener;
import dev.assay.cluster.system.DeploymentContext;
import dev.assay.cluster.system.FoundServers;
import dev.assay.cluster.system.KubernetesLookup;
import dev.assay.cluster.system.KubernetesNamespace;
import dev.assay.cluster.system.LeftServers;
import dev.assay.cluster.system.SystemDeployment;
import dev.assay.host.file.RecordJson;
import dev.assay.model.spec.KubernetesServers;
import dev.assay.model.spec.TrialSpec;
import dev.assay.run.secret.ProcessRedactor;
import dev.assay.scenario.fleet.Pods;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Looks up servers with the user's kubeconfig. The coordinator of a run in pods has none, and reads a file with servers looked up before.
 * Their secrets are masked in all output before anybody gets them.
 */
public final class NamedServers implements KubernetesLookup {
    /** The system property that names the coordinator's file of servers. */
    static final String FILE = "assay.servers";

    /** @param servers by the text of their names */
    public record Known(Map<String, FoundServers> servers) {
        public static final Known NOTHING = new Known(Map.of());

        public Known {
            servers = Map.copyOf(servers);
        }

        String text() {
            return RecordJson.text(this);
        }
    }

    @Override
    public FoundServers find(KubernetesServers named, Function<KubernetesNamespace, FoundServers> lookup) {
        String file = System.getProperty(FILE);
        FoundServers servers = file == null ? ask(place(named), false, lookup) : fromFile(Path.of(file), named);
        return known(servers);
    }

    @Override
    public Runnable apply(KubernetesServers named, Path logs, DeploymentContext context) {
        if (named.apply().isEmpty()) {
            return () -> {};
        }
        KubernetesClient client = place(named).connect();
        return AppliedManifests.of(
                client, CreatedServers.none(named, client, logs), context.cache(), context.progress())::close;
    }

    @Override
    public List<LeftServers> left(String run, AssayCache cache) {
        return CreatedServers.of(run, cache).stream()
                .<LeftServers>map(created -> new LeftManifests(created, cache))
                .toList();
    }

    private record LeftManifests(CreatedServers created, AssayCache cache) implements LeftServers {
        @Override
        public List<String> titles() {
            return Stream.concat(created.objects().stream(), created.volumes().stream())
                    .map(object ->
                            "%s  (namespace %s at %s)".formatted(object.title(), created.namespace(), created.server()))
                    .toList();
        }

        @Override
        public boolean delete(ProgressListener progress) {
            KubernetesPlace place =
                    new KubernetesPlace(place(created.servers()).context(), Optional.of(created.namespace()));
            return AppliedManifests.delete(place.connect(), created, cache, progress);
        }
    }

    /**
     * Looks up the servers for a coordinator in a pod, as they are reached from its cluster.
     *
     * @param pods where the run is
     * @throws DeploymentException when something is missing, or may not be read
     */
    public static Known forPods(Pods pods, Iterable<TrialSpec> trials) {
        Map<String, FoundServers> servers = new TreeMap<>();
        for (TrialSpec trial : trials) {
            KubernetesServers named = trial.system().servers().kubernetes();
            if (!named.apply().isEmpty()) {
                throw DeploymentException.input(
                        "kubernetes.apply is %s, but a run in pods goes on without this command, which then could not delete it; apply it yourself ('kubectl apply -f'), and leave kubernetes.apply out"
                                .formatted(named.apply()),
                        null);
            }
            if (named.areNamed() && !servers.containsKey(named.toString())) {
                KubernetesPlace namedPlace = place(named);
                KubernetesPlace place = new KubernetesPlace(
                        namedPlace.context().or(pods::context),
                        namedPlace.namespace().or(pods::namespace));
                boolean inside = place.context().equals(pods.context());
                servers.put(
                        named.toString(),
                        known(ask(place, inside, namespace -> SystemDeployment.find(trial, namespace))));
            }
        }
        return new Known(servers);
    }

    private static KubernetesPlace place(KubernetesServers named) {
        return new KubernetesPlace(
                Optional.of(named.context()).filter(text -> !text.isEmpty()),
                Optional.of(named.namespace()).filter(text -> !text.isEmpty()));
    }

    private static FoundServers ask(
            KubernetesPlace place, boolean inside, Function<KubernetesNamespace, FoundServers> lookup) {
        try (KubernetesClient client = place.connect()) {
            return lookup.apply(new NamespaceReader(client, inside));
        }
    }

    private static FoundServers known(FoundServers servers) {
        ProcessRedactor.ofSettings(servers.connection());
        ProcessRedactor.ofSettings(servers.client());
        return servers;
    }

    private static FoundServers fromFile(Path file, KubernetesServers named) {
        try {
            FoundServers servers = RecordJson.record(Files.readString(file), Known.class)
                    .servers()
                    .get(named.toString());
            if (servers == null) {
                throw new IllegalStateException("nothing was looked up of the servers " + named);
            }
            return servers;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
