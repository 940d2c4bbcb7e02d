package dev.assay.cluster.artifact;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.ProgressListener;
import dev.assay.cluster.fetch.FetchRoute;
import dev.assay.model.unit.DurationText;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Keeps artifacts of a Maven repository, which are fetched at first use. Safe for use by several threads and several processes at once: one
 * fetches, the others wait for it.
 */
public final class ArtifactCache {
    /** The environment variable with the URL of the repository to use instead of Maven Central. */
    public static final String REPOSITORY_VARIABLE = "ASSAY_MAVEN_REPO";

    /** The environment variable that allows a repository which is not encrypted, with the value {@code allowed}. */
    public static final String HTTP_VARIABLE = "ASSAY_MAVEN_REPO_HTTP";

    private static final String LOCK = "fetch.lock";
    private static final String ALLOWED = "allowed";
    private static final String CENTRAL = "https://repo.maven.apache.org/maven2/";
    private static final ReentrantLock ONE_FETCH_IN_THIS_PROCESS = new ReentrantLock();

    /** The limit of another process's fetch: a few hundred megabytes over a slow line. */
    private static final Duration PATIENCE = Duration.ofMinutes(30);

    private static final long LOOK_NANOS = 100_000_000;

    private final AssayCache cache;
    private final URI source;
    private final FetchRoute route;
    private final ProgressListener progress;
    private final RememberedClassPaths remembered;
    private final PinnedDigests pinned;
    private final Duration patience;

    /**
     * Creates a cache fed by Maven Central, or by the repository that {@code ASSAY_MAVEN_REPO} names.
     *
     * @throws DeploymentException when that is no URL, or one that is not encrypted
     */
    public ArtifactCache(AssayCache cache, ProgressListener progress) {
        this(
                cache,
                sourceOf(System.getenv(REPOSITORY_VARIABLE), System.getenv(HTTP_VARIABLE)),
                progress,
                PinnedDigests.installed());
    }

    ArtifactCache(AssayCache cache, URI source, ProgressListener progress, PinnedDigests pinned) {
        this(cache, source, FetchRoute.ofProcess(), progress, pinned, PATIENCE);
    }

    /** @param patience limit of another process's fetch */
    ArtifactCache(
            AssayCache cache,
            URI source,
            FetchRoute route,
            ProgressListener progress,
            PinnedDigests pinned,
            Duration patience) {
        this.patience = patience;
        this.route = route;
        this.pinned = pinned.under(cache.lock());
        this.cache = cache;
        this.source = source;
        this.progress = progress;
        this.remembered = new RememberedClassPaths(cache.classPaths(), cache.repository(), cache.digests());
    }

    /** Returns the source of fetches, for people: a host, or a folder. */
    public String origin() {
        return source.getHost() == null ? "the folder " + source.getPath() : source.getHost();
    }

    public Fetch fetchOf(ArtifactQuery request) {
        return new Fetch(request.title(), origin(), remembered.find(request) != null, () -> resolve(request));
    }

    public ResolvedClassPath resolve(List<Coordinates> roots) {
        return resolve(ArtifactQuery.classPath(roots.toArray(Coordinates[]::new)));
    }

    /**
     * Finds the artifacts in the cache, or fetches them; the digest of each is verified either way.
     *
     * @throws DeploymentException when the repository does not have them, cannot be reached, or sends something damaged; when a file is not
     * what was fetched at first, not what this version of Assay knows by its name, or not what the cache is locked to
     */
    public ResolvedClassPath resolve(ArtifactQuery request) {
        ResolvedClassPath known = remembered.find(request);
        ResolvedClassPath classPath = known == null ? fetchInterruptibly(request) : known;
        String origin = known == null ? String.valueOf(source.getHost()) : "the cache";
        classPath.artifacts().forEach(artifact -> pinned.check(artifact, origin));
        return classPath;
    }

    /** Fetches on a thread that can be left behind, since the resolver ignores interrupts while it waits for the network. */
    private ResolvedClassPath fetchInterruptibly(ArtifactQuery request) {
        FutureTask<ResolvedClassPath> fetch = new FutureTask<>(() -> fetchAlone(request));
        Thread.ofPlatform().daemon().name("fetch").start(fetch);
        try {
            return fetch.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw DeploymentException.environment("Interrupted while fetching " + request.title() + ".", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof DeploymentException known) {
                throw known;
            }
            throw new IllegalStateException("fetching " + request.title() + " failed", e.getCause());
        }
    }

    private ResolvedClassPath fetchAlone(ArtifactQuery request) {
        ONE_FETCH_IN_THIS_PROCESS.lock();
        try (FileChannel channel = FileChannel.open(
                        cache.root().resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = lock(channel)) {
            assert lock.isValid();
            ResolvedClassPath fetchedMeanwhile = remembered.find(request);
            return fetchedMeanwhile == null ? fetch(request) : fetchedMeanwhile;
        } catch (IOException e) {
            throw DeploymentException.environment(
                    "Cannot write to the cache " + cache.root() + " while fetching " + request.title() + " (" + e
                            + "). Make room or make it writable, or set " + AssayCache.VARIABLE + " to another folder.",
                    e);
        } finally {
            ONE_FETCH_IN_THIS_PROCESS.unlock();
        }
    }

    private FileLock lock(FileChannel channel) throws IOException {
        FileLock free = tryLock(channel);
        if (free != null) {
            return free;
        }
        progress.step("Another Assay is fetching into " + cache.root() + "; waiting for it");
        long deadline = System.nanoTime() + patience.toNanos();
        while (free == null) {
            if (System.nanoTime() - deadline > 0) {
                throw DeploymentException.environment(
                        "Another Assay has been fetching into " + cache.root() + " for over "
                                + DurationText.format(patience) + ". Does it hang? End it (it holds "
                                + cache.root().resolve(LOCK) + "), and run again.",
                        null);
            }
            LockSupport.parkNanos(LOOK_NANOS);
            free = tryLock(channel);
        }
        return free;
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException heldInThisProcess) {
            return null;
        }
    }

    private ResolvedClassPath fetch(ArtifactQuery request) throws IOException {
        Path repository = cache.repository();
        // A link may lead to the files of another program.
        if (repository.startsWith(cache.root().toRealPath())) {
            for (Path left : AbandonedFetches.delete(repository)) {
                progress.step("Deleted " + left + ", which a killed fetch had left");
            }
        }
        progress.step("Fetching " + request.title() + " from " + source.getHost());
        ResolvedClassPath classPath = new RepositoryFetch(repository, source, route, progress).fetch(request);
        remembered.check(classPath);
        classPath.artifacts().forEach(artifact -> pinned.check(artifact, String.valueOf(source.getHost())));
        remembered.remember(request, classPath);
        return classPath;
    }

    static URI sourceOf(@Nullable String chosen, @Nullable String http) {
        if (chosen == null || chosen.isBlank()) {
            return URI.create(CENTRAL);
        }
        try {
            URI source = URI.create(chosen.strip());
            String scheme = source.getScheme();
            boolean unencrypted = source.getHost() != null && "http".equals(scheme);
            if (unencrypted && !ALLOWED.equals(http)) {
                throw unencrypted(source);
            }
            if (unencrypted || "file".equals(scheme) || (source.getHost() != null && "https".equals(scheme))) {
                return source;
            }
        } catch (IllegalArgumentException e) {
            throw notUsable(chosen, e);
        }
        throw notUsable(chosen, null);
    }

    private static DeploymentException unencrypted(URI source) {
        return DeploymentException.input(
                "The repository set by %s at %s is reached without encryption (http): anyone on the network path can decide what is run. Use https, or set %s=%s if you trust the path."
                        .formatted(REPOSITORY_VARIABLE, source.getHost(), HTTP_VARIABLE, ALLOWED),
                null);
    }

    private static DeploymentException notUsable(String chosen, @Nullable Throwable cause) {
        // The text is no URL, so the place of a password in it is not known.
        String actual =
                chosen.contains("@") ? "is none; it is not shown, as it may contain a password" : "is '" + chosen + "'";
        return DeploymentException.input(
                REPOSITORY_VARIABLE
                        + " must be the URL of a Maven repository like https://host/maven2/ or file:/folder/, "
                        + "but " + actual + ".",
                cause);
    }
}
