package dev.assay.cluster.artifact;

import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.ProgressListener;
import dev.assay.cluster.fetch.FetchRoute;
import dev.assay.cluster.fetch.ProxyAddress;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.eclipse.aether.RepositoryException;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.RepositorySystemSession;
import org.eclipse.aether.RepositorySystemSession.CloseableSession;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.collection.CollectRequest;
import org.eclipse.aether.graph.Dependency;
import org.eclipse.aether.graph.Exclusion;
import org.eclipse.aether.repository.Authentication;
import org.eclipse.aether.repository.AuthenticationContext;
import org.eclipse.aether.repository.AuthenticationDigest;
import org.eclipse.aether.repository.Proxy;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.repository.RepositoryPolicy;
import org.eclipse.aether.resolution.ArtifactDescriptorException;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResolutionException;
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
import org.eclipse.aether.util.repository.AuthenticationBuilder;
import org.eclipse.aether.util.repository.SimpleResolutionErrorPolicy;
import org.jspecify.annotations.Nullable;

/** Fetches from a Maven repository with Maven's own resolver; every file's checksum must agree with the repository's. */
final class RepositoryFetch {
    private static final String RUNTIME = "runtime";

    /** The number of existing versions that are named in place of a missing one. */
    private static final int SHOWN = 5;

    /** The wait before the first retry after a failure that may pass; each further wait is that much longer. */
    private static final int RETRY_MILLIS = 1_000;

    /** Uses Maven's parts with files, and with the JDK's own HTTP client for the way to the repository. */
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
    private final FetchRoute route;
    private final ProgressListener progress;

    RepositoryFetch(Path localRepository, URI source, FetchRoute route, ProgressListener progress) {
        this.localRepository = localRepository;
        this.source = source;
        this.route = route;
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
                throw new FetchFailure(request.title(), source, route, artifact -> released(system, session, artifact))
                        .explain(e);
            }
        }
    }

    /**
     * Returns the newest versions of an artifact in the repository's index, the oldest of them first; none where it has no index, or lists
     * the wanted version.
     */
    private List<String> released(RepositorySystem system, RepositorySystemSession session, Coordinates missing) {
        Artifact any = new DefaultArtifact(
                missing.group(), missing.artifact(), missing.classifier(), missing.extension(), "[0,)");
        RemoteRepository now = remote(system, session, RepositoryPolicy.UPDATE_POLICY_ALWAYS);
        try {
            List<String> versions = system
                    .resolveVersionRange(session, new VersionRangeRequest(any, List.of(now), null))
                    .getVersions()
                    .stream()
                    .map(Object::toString)
                    .filter(version -> version.matches("[0-9.]+"))
                    .toList();
            return versions.contains(missing.version())
                    ? List.of()
                    : versions.subList(Math.max(0, versions.size() - SHOWN), versions.size());
        } catch (RepositoryException _) {
            return List.of(); // The failure is reported for the artifact.
        }
    }

    private CloseableSession session(RepositorySystem system) {
        return new SessionBuilderSupplier(system)
                .get()
                .withLocalRepositoryBaseDirectories(localRepository)
                .setProxySelector(
                        _ -> route.proxyFor(source).map(RepositoryFetch::proxy).orElse(null))
                .setAuthenticationSelector(_ -> "https".equals(source.getScheme()) ? access() : null)
                // A failure is not remembered: the next run tries again.
                .setResolutionErrorPolicy(new SimpleResolutionErrorPolicy(false, false))
                // Further repositories that a POM names are not used.
                .setIgnoreArtifactDescriptorRepositories(true)
                .setTransferListener(new TransferProgress(progress))
                .setSystemProperties(System.getProperties())
                .setConfigProperty("aether.transport.http.connectTimeout", 10_000)
                .setConfigProperty("aether.transport.http.requestTimeout", 60_000)
                .setConfigProperty("aether.transport.http.retryHandler.interval", RETRY_MILLIS)
                .build();
    }

    private static Proxy proxy(ProxyAddress proxy) {
        Authentication login = new AuthenticationBuilder()
                .addUsername(proxy.user())
                .addPassword(proxy.password())
                .build();
        // The transport can do nothing with an empty login.
        return new Proxy(Proxy.TYPE_HTTP, proxy.host(), proxy.port(), proxy.hasLogin() ? login : null);
    }

    /** Returns the trust for TLS, and the login in the repository's URL: the transport takes no trust without a login. */
    private Authentication access() {
        SSLContext trust = route.trust();
        String login = source.getUserInfo() == null ? "" : source.getUserInfo();
        int colon = login.indexOf(':');
        String user = colon < 0 ? login : login.substring(0, colon);
        String password = colon < 0 ? "" : login.substring(colon + 1);
        return new Authentication() {
            @Override
            public void fill(AuthenticationContext context, @Nullable String key, @Nullable Map<String, String> data) {
                context.put(AuthenticationContext.SSL_CONTEXT, trust);
                context.put(AuthenticationContext.USERNAME, user);
                context.put(AuthenticationContext.PASSWORD, password);
            }

            @Override
            public void digest(AuthenticationDigest digest) {
                digest.update(user);
            }
        };
    }

    private RemoteRepository remote(RepositorySystem system, RepositorySystemSession session, String updates) {
        RepositoryPolicy policy = new RepositoryPolicy(true, updates, RepositoryPolicy.CHECKSUM_POLICY_FAIL);
        RemoteRepository plain = new RemoteRepository.Builder(
                        "central", "default", withoutLogin(source).toString())
                .setPolicy(policy)
                .build();
        return system.newResolutionRepositories(session, List.of(plain)).getFirst();
    }

    /** Removes the login, since messages of the transport show the URL. */
    private static URI withoutLogin(URI url) {
        return url.getRawUserInfo() == null ? url : URI.create(url.toString().replace(url.getRawUserInfo() + "@", ""));
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
     * Turns the resolver's exceptions into one message for people.
     *
     * @param index asks the repository for the versions of an artifact
     */
    private record FetchFailure(String title, URI source, FetchRoute route, Function<Coordinates, List<String>> index) {
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
                return notFound(failure, chain);
            }
            return DeploymentException.environment(
                    "Could not fetch %s from %s%s The first use of a version needs the network; later runs take it from the cache. With a mirror, set %s to its URL, or copy the cache folder from a machine that has run this before."
                            .formatted(
                                    names(missing(chain)),
                                    host(),
                                    route.explain(failure, source)
                                            .map(why -> ". " + why)
                                            .orElseGet(() -> " (" + deepest(chain) + "). " + FetchRoute.ADVICE),
                                    ArtifactCache.REPOSITORY_VARIABLE),
                    failure);
        }

        private DeploymentException notFound(Exception failure, List<Throwable> chain) {
            List<Coordinates> missing = missing(chain);
            List<String> released = missing.isEmpty() ? List.of() : index.apply(missing.getFirst());
            return DeploymentException.input(
                    "There is no %s at %s. Choose a version that is released%s, or set %s to a repository that has it."
                            .formatted(
                                    names(missing),
                                    host(),
                                    released.isEmpty() ? "" : ", such as " + String.join(", ", released),
                                    ArtifactCache.REPOSITORY_VARIABLE),
                    failure);
        }

        private String names(List<Coordinates> missing) {
            return missing.isEmpty()
                    ? title
                    : missing.stream().map(Coordinates::toString).collect(Collectors.joining(", "));
        }

        /** Returns the artifacts that could not be had, also where only the POM of one could not. */
        private static List<Coordinates> missing(List<Throwable> chain) {
            for (Throwable cause : chain) {
                if (cause instanceof ArtifactDescriptorException descriptor) {
                    return List.of(named(descriptor.getResult().getRequest().getArtifact()));
                }
                if (cause instanceof ArtifactResolutionException resolution) {
                    return resolution.getResults().stream()
                            .filter(result -> !result.isResolved())
                            .map(result -> named(result.getRequest().getArtifact()))
                            .toList();
                }
            }
            return List.of();
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
