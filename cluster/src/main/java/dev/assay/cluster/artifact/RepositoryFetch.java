package dev.assay.cluster.artifact;

import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.ProgressListener;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.eclipse.aether.RepositoryException;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.RepositorySystemSession;
import org.eclipse.aether.RepositorySystemSession.CloseableSession;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.collection.CollectRequest;
import org.eclipse.aether.graph.Dependency;
import org.eclipse.aether.graph.Exclusion;
import org.eclipse.aether.repository.Proxy;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.repository.RepositoryPolicy;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResult;
import org.eclipse.aether.resolution.DependencyRequest;
import org.eclipse.aether.resolution.VersionRangeRequest;
import org.eclipse.aether.spi.connector.transport.TransporterFactory;
import org.eclipse.aether.supplier.RepositorySystemSupplier;
import org.eclipse.aether.supplier.SessionBuilderSupplier;
import org.eclipse.aether.transfer.AbstractTransferListener;
import org.eclipse.aether.transfer.ArtifactNotFoundException;
import org.eclipse.aether.transfer.ChecksumFailureException;
import org.eclipse.aether.transfer.TransferEvent;
import org.eclipse.aether.transport.file.FileTransporterFactory;
import org.eclipse.aether.transport.jdk.JdkTransporterFactory;
import org.eclipse.aether.util.repository.JreProxySelector;
import org.eclipse.aether.util.repository.SimpleResolutionErrorPolicy;
import org.jspecify.annotations.Nullable;

/** One visit to a Maven repository with Maven's own resolver; every file's checksum must agree with the repository's. */
final class RepositoryFetch {
    private static final String RUNTIME = "runtime";

    /** How many versions are named in the place of one that there is not. */
    private static final int SHOWN = 5;

    /** Maven's parts, with files and the JDK's own HTTP client for the way to the repository. */
    private static final class OverTheJdk extends RepositorySystemSupplier {
        @Override
        protected Map<String, TransporterFactory> createTransporterFactories() {
            return Map.of(
                    FileTransporterFactory.NAME,
                    new FileTransporterFactory(),
                    JdkTransporterFactory.NAME,
                    new JdkTransporterFactory(getChecksumExtractor(), getPathProcessor()));
        }
    }

    private final Path localRepository;
    private final URI source;
    private final ProgressListener progress;

    RepositoryFetch(Path localRepository, URI source, ProgressListener progress) {
        this.localRepository = localRepository;
        this.source = source;
        this.progress = progress;
    }

    ResolvedClassPath fetch(ArtifactQuery request) throws IOException {
        try (RepositorySystem system = new OverTheJdk().get();
                CloseableSession session = session(system)) {
            RemoteRepository remote = remote(system, session, RepositoryPolicy.UPDATE_POLICY_NEVER);
            try {
                return checksummed(
                        request.transitive()
                                ? withDependencies(system, session, collection(request, remote))
                                : alone(system, session, request, remote));
            } catch (RepositoryException e) {
                throw new FetchFailure(request.title(), source, () -> released(system, session, request)).explain(e);
            }
        }
    }

    /**
     * The newest versions of what is wanted that the repository's index lists, the oldest of them first; none where it has no index, or lists
     * the one that is wanted.
     */
    private List<String> released(RepositorySystem system, RepositorySystemSession session, ArtifactQuery request) {
        Coordinates first = request.roots().getFirst();
        Artifact any =
                new DefaultArtifact(first.group(), first.artifact(), first.classifier(), first.extension(), "[0,)");
        RemoteRepository now = remote(system, session, RepositoryPolicy.UPDATE_POLICY_ALWAYS);
        try {
            List<String> versions = system
                    .resolveVersionRange(session, new VersionRangeRequest(any, List.of(now), null))
                    .getVersions()
                    .stream()
                    .map(Object::toString)
                    .filter(version -> version.matches("[0-9.]+"))
                    .toList();
            return versions.contains(first.version())
                    ? List.of()
                    : versions.subList(Math.max(0, versions.size() - SHOWN), versions.size());
        } catch (RepositoryException _) {
            return List.of(); // That it can't be had is said of the artifact.
        }
    }

    private CloseableSession session(RepositorySystem system) {
        return new SessionBuilderSupplier(system)
                .get()
                .withLocalRepositoryBaseDirectories(localRepository)
                .setProxySelector(RepositoryFetch::proxy)
                // A failure is not remembered: the next run tries again.
                .setResolutionErrorPolicy(new SimpleResolutionErrorPolicy(false, false))
                // What a POM names as a further repository is asked for nothing.
                .setIgnoreArtifactDescriptorRepositories(true)
                .setTransferListener(new TransferProgress(progress))
                .setSystemProperties(System.getProperties())
                .setConfigProperty("aether.transport.http.connectTimeout", 10_000)
                .setConfigProperty("aether.transport.http.requestTimeout", 60_000)
                .build();
    }

    /** The JVM's, without a login, which it asks nobody for: the transport can do nothing with an empty one. */
    private static @Nullable Proxy proxy(RemoteRepository repository) {
        Proxy proxy = new JreProxySelector().getProxy(repository);
        return proxy == null ? null : new Proxy(proxy.getType(), proxy.getHost(), proxy.getPort());
    }

    private RemoteRepository remote(RepositorySystem system, RepositorySystemSession session, String updates) {
        RepositoryPolicy policy = new RepositoryPolicy(true, updates, RepositoryPolicy.CHECKSUM_POLICY_FAIL);
        RemoteRepository plain = new RemoteRepository.Builder("central", "default", source.toString())
                .setPolicy(policy)
                .build();
        return system.newResolutionRepositories(session, List.of(plain)).getFirst();
    }

    private static CollectRequest collection(ArtifactQuery request, RemoteRepository remote) {
        List<Exclusion> exclusions = request.exclusions().stream()
                .map(text -> text.split(":", -1))
                .map(part -> new Exclusion(part[0], part[1], "*", "*"))
                .toList();
        CollectRequest collection = new CollectRequest().addRepository(remote);
        for (Coordinates root : request.roots()) {
            collection.addDependency(new Dependency(named(root), RUNTIME, false, exclusions));
        }
        for (Coordinates pin : request.pins()) {
            collection.addManagedDependency(new Dependency(named(pin), RUNTIME));
        }
        return collection;
    }

    private static List<ArtifactResult> withDependencies(
            RepositorySystem system, RepositorySystemSession session, CollectRequest collection)
            throws RepositoryException {
        // The session already leaves out what is only for tests, provided by others, or optional.
        return system.resolveDependencies(session, new DependencyRequest(collection, null))
                .getArtifactResults();
    }

    private static List<ArtifactResult> alone(
            RepositorySystem system, RepositorySystemSession session, ArtifactQuery request, RemoteRepository remote)
            throws RepositoryException {
        List<ArtifactRequest> each = request.roots().stream()
                .map(root -> new ArtifactRequest(named(root), List.of(remote), null))
                .toList();
        return system.resolveArtifacts(session, each);
    }

    private static ResolvedClassPath checksummed(List<ArtifactResult> results) throws IOException {
        List<ResolvedArtifact> artifacts = new ArrayList<>();
        for (ArtifactResult result : results) {
            Artifact artifact = result.getArtifact();
            Path file = Objects.requireNonNull(artifact.getPath(), "a resolved artifact has a file");
            artifacts.add(new ResolvedArtifact(named(artifact), file, Sha256.ofFile(file), Files.size(file)));
        }
        return new ResolvedClassPath(artifacts);
    }

    private static Artifact named(Coordinates c) {
        return new DefaultArtifact(c.group(), c.artifact(), c.classifier(), c.extension(), c.version());
    }

    private static Coordinates named(Artifact a) {
        return new Coordinates(a.getGroupId(), a.getArtifactId(), a.getExtension(), a.getClassifier(), a.getVersion());
    }

    /**
     * Turns what the resolver throws into one message for people.
     *
     * @param index asks the repository which versions there are
     */
    private record FetchFailure(String title, URI source, Supplier<List<String>> index) {
        DeploymentException explain(Exception failure) {
            List<Throwable> chain = Stream.iterate((Throwable) failure, c -> c != null, Throwable::getCause)
                    .toList();
            if (chain.stream().anyMatch(ChecksumFailureException.class::isInstance)) {
                return DeploymentException.environment(
                        "A file fetched for " + title + " from " + host()
                                + " does not have the checksum that the repository"
                                + " states (" + deepest(chain)
                                + "). Try again; if that does not help, the repository or a proxy"
                                + " in between is broken.",
                        failure);
            }
            if (chain.stream().anyMatch(ArtifactNotFoundException.class::isInstance)) {
                List<String> released = index.get();
                return DeploymentException.input(
                        "There is no " + title + " at " + host() + " (" + deepest(chain) + "). Choose a version that is"
                                + " released"
                                + (released.isEmpty() ? "" : ", such as " + String.join(", ", released))
                                + ", or set " + ArtifactCache.REPOSITORY_VARIABLE
                                + " to a repository that has it.",
                        failure);
            }
            return DeploymentException.environment(
                    "Could not fetch " + title + " from " + host() + " (" + deepest(chain)
                            + "). The first use of a version"
                            + " needs the network; later runs take it from the cache. Behind a proxy, set the JVM's"
                            + " https.proxyHost and https.proxyPort; with a mirror, set "
                            + ArtifactCache.REPOSITORY_VARIABLE + " to its URL, or copy the cache folder from a machine"
                            + " that has run this before.",
                    failure);
        }

        private String host() {
            if (source.getHost() == null) {
                return source.toString();
            }
            return source.getPort() < 0 ? source.getHost() : source.getHost() + ":" + source.getPort();
        }

        private static String deepest(List<Throwable> chain) {
            Throwable last = chain.getLast();
            String message = last.getMessage();
            return message == null
                    ? last.getClass().getSimpleName()
                    : last.getClass().getSimpleName() + ": " + message;
        }
    }

    /** Passes the resolver's events on; metadata and poms count towards the bytes but are not named. */
    private static final class TransferProgress extends AbstractTransferListener {
        private final ProgressListener progress;
        private final AtomicLong allBytes = new AtomicLong();

        TransferProgress(ProgressListener progress) {
            this.progress = progress;
        }

        @Override
        public void transferProgressed(TransferEvent event) {
            report(event, allBytes.addAndGet(event.getDataLength()));
        }

        @Override
        public void transferSucceeded(TransferEvent event) {
            report(event, allBytes.get());
        }

        private void report(TransferEvent event, long all) {
            String name = event.getResource().getResourceName();
            if (!name.endsWith(".pom")) {
                progress.downloading(name.substring(name.lastIndexOf('/') + 1), event.getTransferredBytes(), all);
            }
        }
    }
}
