package dev.assay.cluster.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.assay.cluster.AssayCache;
import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.ProgressListener;
import dev.assay.cluster.fetch.FetchRoute;
import dev.assay.model.exit.ExitCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArtifactCacheTest {
    private static final Coordinates SERVER = Coordinates.parse("org.example:server:1.0");

    @TempDir
    Path folder;

    private RepositoryOnDisk repository;
    private final List<String> steps = new ArrayList<>();

    @BeforeEach
    void fillRepository() throws IOException {
        repository = new RepositoryOnDisk(folder.resolve("central"));
        repository.add("org.example:server:1.0", "org.example:net:1.0", "org.example:log:1.0");
        repository.add("org.example:net:1.0", "org.example:bytes:1.0");
        repository.add("org.example:log:1.0");
        repository.add("org.example:bytes:1.0");
        repository.add("org.example:bytes:2.0");
    }

    private ArtifactCache cache() {
        return new ArtifactCache(
                new AssayCache(folder.resolve("cache")), repository.folder().toUri(), steps::add, PinnedDigests.NONE);
    }

    private static List<String> names(ResolvedClassPath classPath) {
        return classPath.artifacts().stream()
                .map(artifact -> artifact.coordinates().artifact() + " "
                        + artifact.coordinates().version())
                .toList();
    }

    @Test
    void dependenciesOfDependenciesCome() throws IOException {
        ResolvedClassPath classPath = cache().resolve(List.of(SERVER));
        assertThat(names(classPath)).containsExactly("server 1.0", "net 1.0", "log 1.0", "bytes 1.0");
        assertThat(classPath.text().split(":", -1)).hasSize(4).allMatch(file -> Files.isRegularFile(Path.of(file)));
        assertThat(classPath.checksums().get("org.example:bytes:1.0"))
                .isEqualTo(HexFormat.of()
                        .formatHex(Sha256.digest("org.example:bytes:1.0".getBytes(StandardCharsets.UTF_8))));
    }

    @Test
    void exclusionsStayAwayAndPinsWin() {
        ArtifactQuery query = new ArtifactQuery(
                List.of(SERVER), List.of(Coordinates.parse("org.example:bytes:2.0")), List.of("org.example:log"), true);
        assertThat(names(cache().resolve(query))).containsExactly("server 1.0", "net 1.0", "bytes 2.0");
    }

    @Test
    void aloneMeansAlone() {
        ArtifactQuery query = new ArtifactQuery(List.of(SERVER), List.of(), List.of(), false);
        assertThat(names(cache().resolve(query))).containsExactly("server 1.0");
    }

    @Test
    void theSecondTimeNeedsNoRepository() throws IOException {
        ResolvedClassPath first = cache().resolve(List.of(SERVER));
        Files.move(repository.folder(), folder.resolve("gone"));
        steps.clear();
        assertThat(cache().resolve(List.of(SERVER))).isEqualTo(first);
        assertThat(steps).isEmpty();
    }

    @Test
    void aFileThatIsNoLongerWholeIsFetchedAgain() throws IOException {
        ResolvedClassPath first = cache().resolve(List.of(SERVER));
        Files.delete(first.files().getLast());
        assertThat(cache().resolve(List.of(SERVER))).isEqualTo(first);
        assertThat(first.files().getLast()).exists();
    }

    @Test
    void whatDoesNotExistIsTheUsersError() {
        assertThatThrownBy(() -> cache().resolve(List.of(Coordinates.parse("org.example:server:9.9"))))
                .isInstanceOfSatisfying(
                        DeploymentException.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.BAD_INPUT))
                .hasMessageContaining("There is no org.example:server:9.9");
    }

    @Test
    void ofThreeArtifactsOnlyTheMissingOneIsNamed() {
        List<Coordinates> three =
                List.of(SERVER, Coordinates.parse("org.example:net:7.7"), Coordinates.parse("org.example:log:1.0"));
        for (boolean transitive : List.of(true, false)) {
            assertThatThrownBy(() -> cache().resolve(new ArtifactQuery(three, List.of(), List.of(), transitive)))
                    .hasMessageStartingWith("There is no org.example:net:7.7 at ")
                    .hasMessageNotContaining("org.example:server")
                    .hasMessageNotContaining("org.example:log");
        }
    }

    @Test
    void theNewestVersionsThatThereAreAreNamedInThePlaceOfOneThatThereIsNot() throws IOException {
        repository.index("org.example", "server", "1.0", "1.1", "1.2", "1.10", "2.0-rc1", "2.0", "2.1");

        assertThatThrownBy(() -> cache().resolve(List.of(Coordinates.parse("org.example:server:9.9"))))
                .hasMessageContaining("Choose a version that is released, such as 1.1, 1.2, 1.10, 2.0, 2.1, or set ");
    }

    @Test
    void aDamagedFileIsRefused() throws IOException {
        Files.writeString(repository.file("org.example:bytes:1.0", ".jar"), "something else");
        assertThatThrownBy(() -> cache().resolve(List.of(SERVER)))
                .isInstanceOfSatisfying(
                        DeploymentException.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.ENVIRONMENT))
                .hasMessageContaining("checksum");
    }

    /** Asking a server that does not answer for its index as well would take as long again. */
    @Test
    void theIndexIsReadOnlyOfWhatIsNotThere() throws IOException {
        List<String> paths = Collections.synchronizedList(new ArrayList<>());
        HttpServer broken = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        broken.createContext("/", exchange -> {
            paths.add(exchange.getRequestURI().getPath());
            exchange.sendResponseHeaders(500, -1);
            exchange.close();
        });
        broken.start();
        try {
            ArtifactCache cache = new ArtifactCache(
                    new AssayCache(folder.resolve("cache")),
                    URI.create("http://127.0.0.1:" + broken.getAddress().getPort() + "/"),
                    steps::add,
                    PinnedDigests.NONE);
            assertThatThrownBy(() -> cache.resolve(List.of(SERVER)))
                    .hasMessageContaining("Could not fetch org.example:server:1.0");
        } finally {
            broken.stop(0);
        }
        assertThat(paths).isNotEmpty().noneMatch(path -> path.endsWith("maven-metadata.xml"));
    }

    @Test
    void withoutNetworkTheMessageSaysWhatFromWhereAndWhatToDo() {
        ArtifactCache unreachable = new ArtifactCache(
                new AssayCache(folder.resolve("cache")),
                URI.create("http://127.0.0.1:1/maven2/"),
                steps::add,
                PinnedDigests.NONE);
        assertThatThrownBy(() -> unreachable.resolve(List.of(SERVER)))
                .isInstanceOfSatisfying(
                        DeploymentException.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.ENVIRONMENT))
                .hasMessageContaining("Could not fetch org.example:server:1.0 from 127.0.0.1")
                .hasMessageContaining("ASSAY_MAVEN_REPO")
                .hasMessageContaining("cache");
    }

    /** Only requests to {@code mirror.example} go through the proxy. */
    @Test
    @ResourceLock(Resources.SYSTEM_PROPERTIES)
    void behindAProxyThatTheJvmNamesItIsFetchedThroughIt() throws IOException {
        List<URI> requests = Collections.synchronizedList(new ArrayList<>());
        HttpServer proxy = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        proxy.createContext("/", exchange -> {
            requests.add(exchange.getRequestURI());
            Path file = repository
                    .folder()
                    .resolve(exchange.getRequestURI().getPath().replaceFirst("^/maven2/", ""));
            byte[] content = Files.isRegularFile(file) ? Files.readAllBytes(file) : new byte[0];
            exchange.sendResponseHeaders(content.length > 0 ? 200 : 404, content.length > 0 ? content.length : -1);
            exchange.getResponseBody().write(content);
            exchange.close();
        });
        proxy.start();
        System.setProperty("http.proxyHost", proxy.getAddress().getAddress().getHostAddress());
        System.setProperty("http.proxyPort", Integer.toString(proxy.getAddress().getPort()));
        try {
            ArtifactCache behind = new ArtifactCache(
                    new AssayCache(folder.resolve("cache")),
                    URI.create("http://mirror.example/maven2/"),
                    steps::add,
                    PinnedDigests.NONE);
            assertThat(names(behind.resolve(List.of(SERVER)))).hasSize(4);
            assertThat(requests).isNotEmpty();
        } finally {
            System.clearProperty("http.proxyHost");
            System.clearProperty("http.proxyPort");
            proxy.stop(0);
        }
    }

    @Test
    void afterAFailureTheNextRunTriesAgain() throws IOException {
        Coordinates late = Coordinates.parse("org.example:late:1.0");
        assertThatThrownBy(() -> cache().resolve(List.of(late))).isInstanceOf(DeploymentException.class);
        repository.add("org.example:late:1.0");
        assertThat(names(cache().resolve(List.of(late)))).containsExactly("late 1.0");
    }

    @Test
    void whatAKilledFetchHasLeftIsDeletedByALaterOneAndWhatIsBeingFetchedStays() throws IOException {
        Path left = Files.createDirectories(folder.resolve("cache/repository/org/example"))
                .toRealPath()
                .resolve("server-1.0.jar.17.tmp");
        Files.writeString(left, "half");
        Files.setLastModifiedTime(left, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
        Path another = Files.writeString(left.resolveSibling("server-1.0.jar.18.tmp"), "half");
        Path notes = Files.writeString(left.resolveSibling("notes.tmp"), "mine");
        Files.setLastModifiedTime(notes, Files.getLastModifiedTime(left));

        cache().resolve(List.of(SERVER));

        assertThat(left).doesNotExist();
        assertThat(another).exists();
        assertThat(notes).exists();
        assertThat(steps).contains("Deleted " + left + ", which a killed fetch had left");
    }

    @Test
    void nothingIsDeletedInARepositoryThatALinkLeadsTo() throws IOException {
        Path theirs = Files.createDirectories(folder.resolve("theirs"));
        Files.createSymbolicLink(
                Files.createDirectories(folder.resolve("cache")).resolve("repository"), theirs);
        Path left = Files.writeString(theirs.resolve("server-1.0.jar.17.tmp"), "half");
        Files.setLastModifiedTime(left, FileTime.from(Instant.now().minus(Duration.ofHours(2))));

        cache().resolve(List.of(SERVER));

        assertThat(left).exists();
    }

    @Test
    void severalAtOnceFetchOnce() throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Future<ResolvedClassPath>> all = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                all.add(threads.submit(() -> new ArtifactCache(
                                new AssayCache(folder.resolve("cache")),
                                repository.folder().toUri(),
                                ProgressListener.SILENT,
                                PinnedDigests.NONE)
                        .resolve(List.of(SERVER))));
            }
            for (Future<ResolvedClassPath> each : all) {
                assertThat(names(each.get())).hasSize(4);
            }
        }
    }

    @Test
    void whoeverFetchesForTooLongIsNotWaitedForAnyMore() throws IOException {
        cache().resolve(List.of(SERVER));
        AssayCache shared = new AssayCache(folder.resolve("cache"));
        ArtifactCache impatient = new ArtifactCache(
                shared,
                repository.folder().toUri(),
                FetchRoute.ofProcess(),
                steps::add,
                PinnedDigests.NONE,
                Duration.ofMillis(1));
        List<Coordinates> another = List.of(Coordinates.parse("org.example:bytes:2.0"));
        try (FileChannel channel = FileChannel.open(shared.root().resolve("fetch.lock"), StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            assertThat(lock.isValid()).isTrue();
            assertThatThrownBy(() -> impatient.resolve(another))
                    .isInstanceOf(DeploymentException.class)
                    .hasMessageContaining("has been fetching into " + shared.root() + " for over 1 ms");
        }
        assertThat(names(impatient.resolve(another))).containsExactly("bytes 2.0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"central", "ftp://host/", "https:///maven2", "http://a b/"})
    void aRepositoryMustBeAUrl(String text) {
        assertThatThrownBy(() -> ArtifactCache.sourceOf(text, null))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("ASSAY_MAVEN_REPO")
                .hasMessageContaining(text);
    }

    @Test
    void whatIsNoUrlIsNotShownWhereItMayHaveAPassword() {
        assertThatThrownBy(() -> ArtifactCache.sourceOf("https:me:canary@host/maven2", null))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("may contain a password")
                .hasMessageNotContaining("canary");
    }
}
