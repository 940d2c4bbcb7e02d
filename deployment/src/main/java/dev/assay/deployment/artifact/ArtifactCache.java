package dev.assay.deployment.artifact;

import dev.assay.deployment.AssayCache;
import dev.assay.deployment.DeploymentException;
import dev.assay.deployment.ProgressListener;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Artifacts of a Maven repository, fetched at first use and kept. Safe for use by several threads and several processes
 * at once: one fetches, the others wait for it.
 */
public final class ArtifactCache {
    /** The environment variable with the URL of the repository to use instead of Maven Central. */
    public static final String REPOSITORY_VARIABLE = "ASSAY_MAVEN_REPO";

    private static final String CENTRAL = "https://repo.maven.apache.org/maven2/";
    private static final ReentrantLock ONE_FETCH_IN_THIS_PROCESS = new ReentrantLock();

    private final AssayCache cache;
    private final URI source;
    private final ProgressListener progress;
    private final RememberedClassPaths remembered;

    /**
     * A cache fed by Maven Central, or by the repository that {@code ASSAY_MAVEN_REPO} names.
     *
     * @throws DeploymentException when that is no URL
     */
    public ArtifactCache(AssayCache cache, ProgressListener progress) {
        this(cache, sourceOf(System.getenv(REPOSITORY_VARIABLE)), progress);
    }

    ArtifactCache(AssayCache cache, URI source, ProgressListener progress) {
        this.cache = cache;
        this.source = source;
        this.progress = progress;
        this.remembered = new RememberedClassPaths(cache.classPaths(), cache.repository());
    }

    /** These artifacts and all they need at run time. */
    public ResolvedClassPath resolve(List<Coordinates> roots) {
        return resolve(ArtifactQuery.classPath(roots.toArray(Coordinates[]::new)));
    }

    /**
     * Finds the artifacts in the cache, or fetches them.
     *
     * @throws DeploymentException when the repository does not have them, cannot be reached, or sends something damaged
     */
    public ResolvedClassPath resolve(ArtifactQuery request) {
        Optional<ResolvedClassPath> known = remembered.find(request);
        return known.isPresent() ? known.get() : fetchInterruptibly(request);
    }

    /** The resolver hears no interrupt while it waits for the network, so it works on a thread that can be left behind. */
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
                        cache.root().resolve("fetch.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = lock(channel)) {
            assert lock.isValid();
            Optional<ResolvedClassPath> fetchedMeanwhile = remembered.find(request);
            return fetchedMeanwhile.isPresent() ? fetchedMeanwhile.get() : fetch(request);
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
        FileLock free = channel.tryLock();
        if (free != null) {
            return free;
        }
        progress.step("Another Assay is fetching into " + cache.root() + "; waiting for it");
        return channel.lock();
    }

    private ResolvedClassPath fetch(ArtifactQuery request) throws IOException {
        progress.step("Fetching " + request.title() + " from " + source.getHost());
        Path repository = cache.repository();
        ResolvedClassPath classPath = new RepositoryFetch(repository, source, progress).fetch(request);
        remembered.remember(request, classPath);
        return classPath;
    }

    static URI sourceOf(@Nullable String chosen) {
        if (chosen == null || chosen.isBlank()) {
            return URI.create(CENTRAL);
        }
        try {
            URI source = URI.create(chosen.strip());
            String scheme = source.getScheme();
            if ("file".equals(scheme)
                    || (source.getHost() != null && ("http".equals(scheme) || "https".equals(scheme)))) {
                return source;
            }
        } catch (IllegalArgumentException e) {
            throw notUsable(chosen, e);
        }
        throw notUsable(chosen, null);
    }

    private static DeploymentException notUsable(String chosen, @Nullable Throwable cause) {
        return DeploymentException.input(
                REPOSITORY_VARIABLE
                        + " must be the URL of a Maven repository like https://host/maven2/ or file:/folder/, "
                        + "but is '" + chosen + "'.",
                cause);
    }
}
